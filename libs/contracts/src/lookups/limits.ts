/** Tables of one team, or of the organisation. */
export const perOwner = 20;
export const columns = 20;
export const rows = 10_000;
/** Of an uploaded file: its rows are one event. */
export const csvCharacters = 250_000;
export const cellCharacters = 1_024;
/** Of the address that a table is fetched from, and of the header that is sent to it. */
export const addressCharacters = 2_000;
/** Milliseconds. */
export const fetchDeadline = 2_000;
/** Minutes between two fetches; those that failed are repeated after fewer. */
export const fetchMinutes = { every: 60, afterFailure: 5 } as const;
/** Of a table that is fetched, and differs each time: a larger one is fetched less often, since its rows are one event each time. */
export const fetchedCharactersADay = 1_000_000;
/** Recent signals that a table is tried with, and alerts that are shown. */
export const tryOut = { signals: 200, shown: 20 } as const;
