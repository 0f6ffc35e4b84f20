/** Days after which an inactive alert group is closed; 0: never. */
export const closeAfterDays = { min: 0, max: 365, default: 7 } as const;
/** Days for which raw bodies of signals can be read; 0: for ever. */
export const rawDays = { min: 0, max: 3_650, default: 0 } as const;
/** Days after which resolved alert groups leave lists; 0: never. */
export const listedDays = { min: 0, max: 3_650, default: 0 } as const;
