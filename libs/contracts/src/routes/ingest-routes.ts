import { ingestExamples } from '../ingest.js';
import type { Route } from './route.js';

const door = { room: 'ingest', permission: 'integration_key' } as const;
const refusedSignals = [
  'request.malformed',
  'request.too_large',
  'ingest.not_an_object',
  'ingest.missing_field',
  'ingest.unknown_key',
  'limit.rate',
  'store.unavailable',
] as const;

export const signalRoutes: readonly Route[] = (['alertmanager', 'generic'] as const).flatMap((kind): readonly Route[] => {
  const taken: Route['answers'] = [
    { status: 202, says: 'It is on disk.', shape: kind === 'generic' ? 'GenericAccepted' : 'AlertmanagerAccepted' },
  ];
  const example = ingestExamples[kind];
  const what =
    kind === 'generic' ? 'A signal as JSON of our own, or as a form with the same fields' : 'Alertmanager’s webhook, or Grafana’s';
  // some senders can be set to either
  return (['POST', 'PUT'] as const).flatMap((method): readonly Route[] => [
    {
      ...door,
      method,
      path: `/ingest/${kind}/:key`,
      says: `${what}; the key in the path. Any prefix may stand before it.`,
      example,
      answers: taken,
      refusals: refusedSignals,
    },
    {
      ...door,
      method,
      path: `/ingest/${kind}`,
      says: `${what}; the key as Bearer token or Basic password.`,
      example,
      answers: taken,
      refusals: refusedSignals,
    },
  ]);
});

export const pagerdutyRoute: Route = {
  ...door,
  method: 'POST',
  path: '/v2/enqueue',
  says: 'PagerDuty’s Events API v2, with any prefix before it; the key as `routing_key`. It answers refusals in PagerDuty’s shape.',
  example: ingestExamples.pagerduty,
  answers: [
    { status: 202, says: 'It is on disk.', shape: 'PagerdutyAccepted' },
    {
      status: 400,
      says: 'Not JSON, a required field is missing, or the key is not known: `errors` says which.',
      shape: 'PagerdutyRefused',
    },
    { status: 429, says: 'Too many; Retry-After says when to come again.', shape: 'PagerdutyRefused' },
  ],
};
