import { severities, type Severity } from '@tocsin/contracts/severities.js';

/** The parameters of a drill in the URL. */
export interface DrillSearch {
  readonly service?: string;
  /** An instant; absent: Sunday, 03:00. */
  readonly at?: string;
  readonly severity?: Severity;
  /** `alertname=DiskFull zone=a` */
  readonly labels?: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const isSeverity = (value: unknown): value is Severity => severities.some((one) => one === value);

export const drillSearchFrom = ({ service, at, severity, labels }: Record<string, unknown>): DrillSearch => ({
  ...(text(service) ? { service: text(service)! } : {}),
  ...(text(at) && !Number.isNaN(Date.parse(text(at)!)) ? { at: new Date(text(at)!).toISOString() } : {}),
  ...(isSeverity(severity) ? { severity } : {}),
  ...(text(labels) ? { labels: text(labels)! } : {}),
});
