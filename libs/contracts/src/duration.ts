const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Units of time in milliseconds. */
export const duration = { second, minute, hour, day } as const;
