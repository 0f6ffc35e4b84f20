/** How bad an alert is, the worst first. */
export const severities = ['critical', 'error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];
