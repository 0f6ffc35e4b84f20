export const rulesPerIntegration = 200;
export const rowsPerRule = 10;
export const matchersPerRow = 10;
/** Instructions into which all patterns of an integration may be compiled: each new alert may be compared with each. */
export const patternsSize = 5_000;
/** Of all rules of an integration, as JSON: they are one event. */
export const rulesCharacters = 200_000;
