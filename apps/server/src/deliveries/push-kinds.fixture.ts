import type { PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import type { BundleMessage, PageMessage } from './notes.js';
import { page } from './message.fixture.js';

const other = '0197a001-0000-7000-8000-0000000000aa';

/** A page for each cause. */
const causes: { readonly [K in PageCause['kind']]: Extract<PageCause, { kind: K }> } = {
  escalation: { kind: 'escalation', round: 1, step: 1 },
  holder_first: { kind: 'holder_first', because: 'news' },
  exhausted: { kind: 'exhausted', role: 'manager' },
  test: { kind: 'test' },
  person: { kind: 'person', by: other },
  reminder: { kind: 'reminder' },
  update: { kind: 'update', fingerprints: ['f'] },
  resolved: { kind: 'resolved' },
  not_accepted: { kind: 'not_accepted', personId: other },
  method_gone: { kind: 'method_gone', contactMethodId: other },
};
const quietKinds: ReadonlySet<PageCause['kind']> = new Set(['update', 'resolved', 'not_accepted', 'method_gone']);

export const pagesOfEachKind: readonly PageMessage[] = Object.values(causes).map((cause) =>
  page({ cause, quiet: quietKinds.has(cause.kind) }),
);

export const bundleOf = (changes: Partial<BundleMessage> = {}): BundleMessage => ({
  bundleId: '0197a001-0000-7000-8000-000000000009',
  pagesDigest: '0123456789abcdef',
  personId: page().personId,
  personName: 'Ana',
  urgency: 'high',
  quiet: false,
  count: 2,
  services: [{ name: 'Payments', count: 2 }],
  first: [page()],
  stillOpen: 0,
  link: 'https://tocsin.example/p/SECRET',
  listLink: 'https://tocsin.example/alerts',
  timeZone: 'Europe/Berlin',
  now: page().now,
  ...changes,
});

export const bundlesOfEachLine: readonly BundleMessage[] = [
  bundleOf(),
  bundleOf({ urgency: 'low' }),
  bundleOf({ urgency: 'low', quiet: true }),
];
