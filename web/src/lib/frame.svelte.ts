// Whether a table is shown: it takes the whole window, and the frame around it gets out of the way.
let tables = $state(0);

export const frame = {
    get immersive() {
        return tables > 0;
    },
};

export function atTable(): () => void {
    tables++;
    return () => tables--;
}
