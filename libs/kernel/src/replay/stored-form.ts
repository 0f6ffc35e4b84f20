/** A fact as it is stored on the log: version and data. */
export type StoredForm = (type: string, data: unknown) => { readonly v: number; readonly data: unknown };

/** Without contracts: the data after a JSON round trip. */
export const asJson: StoredForm = (_type, data) => ({ v: 1, data: JSON.parse(JSON.stringify(data)) as unknown });

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The same text for equal values, whatever the order of their keys; drops what JSON drops. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys) ?? 'null';
