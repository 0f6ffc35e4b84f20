export const rulesPerIntegration = 200;
export const rowsPerRule = 10;
export const matchersPerRow = 10;
/** Of all rules of an integration, as JSON: they are one event. */
export const rulesCharacters = 200_000;
