export const rulesPerIntegration = 200;
export const rowsPerRule = 10;
export const matchersPerRow = 10;
/** Instructions into which all patterns of an integration may be compiled: each new alert may be compared with each. */
export const patternsSize = 5_000;
/** Of all rules of an integration, as JSON: they are one event. */
export const rulesCharacters = 200_000;
/** Minutes for which a rule may hold an alert. */
export const hold = { min: 1, max: 15 } as const;
/** How far a preview of several days goes back, and the signals and alerts that it reads at most. */
export const preview = { days: 7, signals: 2_000, alerts: 10_000 } as const;
/** Samples of recent alerts beside rules that are edited. */
export const samples = 20;
