/** Alerts in one answer, and characters of a search. */
export const importedAlertsShown = 50;
export const searchCharacters = 200;
