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

/** `zone=a host="db 1"` → { zone: 'a', host: 'db 1' }. Invalid labels are left out. */
export const labelsOf = (typed = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...typed.matchAll(/([\w.-]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, plain]) => [name!, quoted ?? plain ?? '']),
  );

/** The next Sunday at three in the morning, in the reader’s zone. */
export const nextSundayNight = (now: number): string => {
  const day = new Date(now);
  day.setHours(3, 0, 0, 0);
  day.setDate(day.getDate() + ((7 - day.getDay()) % 7));
  if (day.getTime() <= now) day.setDate(day.getDate() + 7);
  return day.toISOString();
};
