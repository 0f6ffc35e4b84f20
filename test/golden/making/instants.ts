const day = 24 * 3_600_000;

export const daysAfter = (instant: string, days: number): string => new Date(Date.parse(instant) + days * day).toISOString();
