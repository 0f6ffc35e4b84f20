/** How a fact comes back from the log: the version and the data that its contract makes of it. */
export type Written = (type: string, data: unknown) => { readonly v: number; readonly data: unknown };

/** Without contracts: what JSON keeps of it. */
export const asJson: Written = (_type, data) => ({ v: 1, data: JSON.parse(JSON.stringify(data)) as unknown });

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** JSON text that is the same for the same values, whatever the order of their keys; what JSON drops is dropped. */
export const canonical = (value: unknown): string => JSON.stringify(value, sorted) ?? 'null';
