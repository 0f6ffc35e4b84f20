import type { ContactMethodAddress } from './contact-method.js';
import type { PageMessage, VerificationMessage } from './notes.js';

/** A typical page: one step of the policy pages Ana about three alerts. */
export const page = (changes: Partial<PageMessage> = {}): PageMessage => ({
  pageId: '0197a001-0000-7000-8000-000000000001',
  groupId: '0197a001-0000-7000-8000-000000000002',
  attemptId: '0197a001-0000-7000-8000-000000000003',
  messageNumber: 1,
  personId: '0197a001-0000-7000-8000-000000000004',
  personName: 'Ana',
  number: 1042,
  title: 'Disk is full on db-1',
  urgency: 'high',
  serviceName: 'Payments',
  since: '2026-11-21T03:00:00.000Z',
  alerts: 3,
  firing: 3,
  cutList: null,
  about: {
    description: '/var is 97 % full and grows by 1 GB an hour.',
    labels: { alertname: 'DiskFull', severity: 'critical', instance: 'db-1', cluster: 'eu-1', namespace: 'pay' },
    links: [
      { kind: 'runbook', href: 'https://wiki.example/disk', text: 'Runbook' },
      { kind: 'source', href: 'https://prom.example/graph', text: 'Source' },
    ],
    examples: [],
  },
  sourceName: 'Prometheus',
  othersPaged: ['Bo', 'Chris'],
  cause: { kind: 'escalation', round: 1, step: 1 },
  askedBy: null,
  quiet: false,
  test: false,
  link: 'https://tocsin.example/p/SECRET',
  groupLink: 'https://tocsin.example/alerts/1042',
  meLink: 'https://tocsin.example/me',
  timeZone: 'Europe/Berlin',
  dueAt: '2026-11-21T03:12:00.000Z',
  missedTimes: [],
  now: '2026-11-21T03:12:01.000Z',
  ...changes,
});

export const verificationMessage = (changes: Partial<VerificationMessage> = {}): VerificationMessage => ({
  personId: '0197a001-0000-7000-8000-000000000004',
  contactMethodId: '0197a001-0000-7000-8000-000000000005',
  askedBy: '0197a001-0000-7000-8000-000000000006',
  code: '042137',
  personName: 'Ana',
  expiresAt: '2026-11-21T03:42:00.000Z',
  timeZone: 'Europe/Berlin',
  now: '2026-11-21T03:12:00.000Z',
  ...changes,
});

export const contactMethod = (changes: Partial<ContactMethodAddress> = {}): ContactMethodAddress => ({
  contactMethodId: '0197a001-0000-7000-8000-000000000005',
  address: 'ana@example.org',
  secret: null,
  ...changes,
});
