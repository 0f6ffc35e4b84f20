export const everyMinutes = { min: 1, max: 1_440, default: 10 } as const;
export const keepDays = { min: 1, max: 3_650, default: 30 } as const;
export const addressCharacters = 1_000;
/** Of the bucket’s keys. */
export const keyIdCharacters = 200;
export const secretCharacters = 1_000;
