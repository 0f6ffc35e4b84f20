import type { SenderRoute } from '../../format.js';
import { accepted, emptyList, found, refused, status } from './shapes.js';

export const create: SenderRoute = {
  methods: ['POST'],
  path: '/v2/alerts',
  says: 'Opsgenie’s Alert API, with any prefix before it: creates an alert. It answers refusals in Opsgenie’s shape.',
  body: 'json',
};
export const close: SenderRoute = {
  methods: ['POST'],
  path: '/v2/alerts/:id+/close',
  says: 'Opsgenie’s Alert API: closes an alert, by `identifierType`.',
  body: 'any',
};
export const request: SenderRoute = {
  methods: ['GET'],
  path: '/v2/alerts/requests/:id',
  says: 'Opsgenie’s Alert API: what became of a request.',
  body: 'any',
  answers: [status, refused],
};
export const alert: SenderRoute = {
  methods: ['GET'],
  path: '/v2/alerts/:id+',
  says: 'Opsgenie’s Alert API: an alert, by `identifierType`.',
  body: 'any',
  answers: [found, refused],
};

export const netdata: SenderRoute = {
  methods: ['POST'],
  path: '/v1/json/integrations/webhooks/netdata',
  says: 'Opsgenie’s address for Netdata, with any prefix before it.',
  body: 'json',
  answers: [{ ...accepted, status: 200 }, refused],
};

export const acknowledge: SenderRoute = {
  ...close,
  path: '/v2/alerts/:id+/acknowledge',
  says: 'Opsgenie’s Alert API: acknowledges an alert, by `identifierType`.',
};
const notePaths = ['unacknowledge', 'notes', 'snooze', 'assign', 'escalate', 'teams', 'responders', 'tags', 'details', 'actions/:name'];
/** They change nothing here; refused, the client would send the alert itself again. */
export const notes: readonly SenderRoute[] = [
  ...notePaths.map((path) => ({
    ...close,
    path: `/v2/alerts/:id+/${path}`,
    says: `Opsgenie’s Alert API: ${path}, which changes nothing.`,
  })),
  ...['message', 'description', 'priority'].map((path): SenderRoute => ({
    ...close,
    methods: ['PUT'],
    path: `/v2/alerts/:id+/${path}`,
    says: `Opsgenie’s Alert API: another ${path}, which changes nothing; a repeated create does.`,
  })),
];

/** None are kept, and clients need a list. */
export const lists: readonly SenderRoute[] = ['notes', 'logs'].map((path) => ({
  ...alert,
  path: `/v2/alerts/:id+/${path}`,
  says: `Opsgenie’s Alert API: the ${path} of an alert, an empty list.`,
  answers: [emptyList, refused],
}));

const service = 'Jira Service Management’s alerts, with any prefix before it; the key as password of Basic authentication';
export const jsm = {
  create: { ...create, path: '/jsm/ops/api/:cloud/v1/alerts', says: `${service}: creates an alert.` },
  close: { ...close, path: '/jsm/ops/api/:cloud/v1/alerts/:id/close', says: `${service}: closes an alert by its id.` },
  alias: { ...alert, path: '/jsm/ops/api/:cloud/v1/alerts/alias', says: `${service}: an open alert by its \`alias\`.` },
} as const satisfies Readonly<Record<string, SenderRoute>>;
