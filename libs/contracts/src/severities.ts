/** Severities of alerts, worst first. */
export const severities = ['critical', 'error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];
