// Whether a table is shown: it takes the whole window, without the frame around it, and its own size of type.
let tables = $state(0);

export const frame = {
    get immersive() {
        return tables > 0;
    },
};

function show() {
    document.documentElement.classList.toggle("at-table", tables > 0);
}

export function atTable(): () => void {
    tables++;
    show();
    return () => {
        tables--;
        show();
    };
}
