import { duration } from '@tocsin/contracts/duration.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { PageMessage } from './notes.js';

interface SampleReader {
  readonly personName: string;
  readonly timeZone: string;
  readonly now: string;
  /** The public address. */
  readonly url: string;
}

const sampleId = (n: number): string => `00000000-0000-7000-8000-00000000000${n}`;

/** An invented, typical page: one step of a policy notifies the reader and two others of three alerts. Its link opens nothing. */
export const samplePage = ({ personName, timeZone, now, url }: SampleReader): PageMessage => ({
  pageId: sampleId(1),
  groupId: sampleId(2),
  attemptId: sampleId(3),
  messageNumber: 1,
  personId: sampleId(4),
  personName,
  number: 1042,
  title: 'Disk is full on db-1',
  urgency: 'high',
  serviceName: 'Payments',
  since: addMillis(now, -2 * duration.minute),
  alerts: 3,
  firing: 3,
  cutList: null,
  about: {
    description: '/var is 97 % full and grows by 1 GB an hour.',
    labels: { alertname: 'DiskFull', severity: 'critical', instance: 'db-1:9100', cluster: 'eu-1' },
    links: [{ kind: 'runbook', href: 'https://wiki.example/disk-full', text: 'Runbook' }],
    examples: [],
  },
  sourceName: 'Prometheus',
  othersPaged: ['Bo', 'Chris'],
  cause: { kind: 'escalation', round: 1, step: 1 },
  askedBy: null,
  quiet: false,
  test: false,
  link: `${url}/p/example`,
  groupLink: `${url}/alerts/1042`,
  meLink: `${url}/me`,
  timeZone,
  dueAt: now,
  missedTimes: [],
  now,
});
