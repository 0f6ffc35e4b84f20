/** Tables of one team, or of the organisation. */
export const perOwner = 20;
export const columns = 20;
export const rows = 10_000;
/** Of an uploaded file: its rows are one event. */
export const csvCharacters = 250_000;
export const cellCharacters = 1_024;
/** Recent signals that a table is tried with, and alerts that are shown. */
export const tryOut = { signals: 200, shown: 20 } as const;
