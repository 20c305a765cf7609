// Telling somebody who looks elsewhere. Only if they want it, and only while the page is hidden.
export const canNotify = () => typeof Notification !== "undefined";

export async function mayNotify(): Promise<boolean> {
    if (!canNotify()) return false;
    return (Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission) === "granted";
}

// Returns how to take it back; one tag says one thing at a time.
export function notify(title: string, body: string, tag: string): () => void {
    if (!document.hidden || !canNotify() || Notification.permission !== "granted") return () => {};
    try {
        const note = new Notification(title, { body, tag });
        note.onclick = () => {
            window.focus();
            note.close();
        };
        return () => note.close();
    } catch {
        // Phones have it from the worker alone.
        const worker = navigator.serviceWorker?.ready;
        void worker?.then((r) => r.showNotification(title, { body, tag })).catch(() => undefined);
        return () => void worker?.then(async (r) => (await r.getNotifications({ tag })).forEach((n) => n.close())).catch(() => undefined);
    }
}
