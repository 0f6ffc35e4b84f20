/** Length of the displayed period. */
export const spans = ['day', 'week', 'two-weeks', 'month'] as const;
export type Span = (typeof spans)[number];
export const spanWords: Record<Span, string> = { day: 'Day', week: 'Week', 'two-weeks': '2 weeks', month: 'Month' };
