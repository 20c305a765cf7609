// What can wait until the page has nothing better to do, one piece at a time.
const idle = () =>
    new Promise<void>((done) => {
        if ("requestIdleCallback" in globalThis) requestIdleCallback(() => done(), { timeout: 1500 });
        else setTimeout(done, 60);
    });

let last = Promise.resolve();

export function whenIdle(): Promise<void> {
    return (last = last.then(idle));
}
