import type { SenderRoute } from '../../format.js';
import { accepted, counted, emptyList, found, listed, refused, status } from './shapes.js';

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
  methods: ['GET', 'HEAD'],
  path: '/v2/alerts/requests/:id',
  says: 'Opsgenie’s Alert API: what became of a request.',
  body: 'any',
  answers: [status, refused],
};
export const list: SenderRoute = {
  methods: ['GET', 'HEAD'],
  path: '/v2/alerts',
  says: 'Opsgenie’s Alert API: alerts of the integration, the newest first, by `query`, `offset` and `limit`.',
  body: 'any',
  answers: [listed, refused],
};
export const count: SenderRoute = {
  ...list,
  path: '/v2/alerts/count',
  says: 'Opsgenie’s Alert API: how many alerts of the integration there are, by `query`.',
  answers: [counted, refused],
};
/** What is deleted is closed: its history stays. */
export const remove: SenderRoute = {
  methods: ['DELETE'],
  path: '/v2/alerts/:id+',
  says: 'Opsgenie’s Alert API: deletes an alert, which closes it here.',
  body: 'any',
};
export const alert: SenderRoute = {
  methods: ['GET', 'HEAD'],
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
const acts = ['unacknowledge', 'notes', 'snooze', 'assign', 'escalate', 'teams', 'responders', 'tags', 'details', 'attachments'];
/** What is done to an open alert besides. */
export const notes: readonly SenderRoute[] = [
  ...acts.map((path) => ({ ...close, path: `/v2/alerts/:id+/${path}`, says: `Opsgenie’s Alert API: ${path}, of an open alert.` })),
  // refused, the client would send the alert itself again
  { ...close, path: '/v2/alerts/:id+/actions/:name', says: 'Opsgenie’s Alert API: a custom action, which changes nothing.' },
  ...['tags', 'details'].map((path): SenderRoute => ({
    ...close,
    methods: ['DELETE'],
    path: `/v2/alerts/:id+/${path}`,
    says: `Opsgenie’s Alert API: removes ${path} of an open alert.`,
  })),
  ...['message', 'description', 'priority'].map((path): SenderRoute => ({
    ...close,
    methods: ['PUT'],
    path: `/v2/alerts/:id+/${path}`,
    says: `Opsgenie’s Alert API: another ${path} of an open alert.`,
  })),
];

/** None are kept, and clients need a list. */
export const lists: readonly SenderRoute[] = ['notes', 'logs', 'recipients', 'attachments'].map((path) => ({
  ...alert,
  path: `/v2/alerts/:id+/${path}`,
  says: `Opsgenie’s Alert API: the ${path} of an alert, an empty list.`,
  answers: [emptyList, refused],
}));

const service = 'Jira Service Management’s alerts, with any prefix before it; the key as password of Basic authentication';
const jsmPath = '/jsm/ops/api/:cloud/v1/alerts';
export const jsm = {
  create: { ...create, path: jsmPath, says: `${service}: creates an alert.` },
  close: { ...close, path: `${jsmPath}/:id/close`, says: `${service}: closes an alert by its id.` },
  acknowledge: { ...close, path: `${jsmPath}/:id/acknowledge`, says: `${service}: acknowledges an alert by its id.` },
  alias: { ...alert, path: `${jsmPath}/alias`, says: `${service}: an open alert by its \`alias\`.` },
  request: { ...request, path: `${jsmPath}/requests/:id`, says: `${service}: what became of a request.` },
  alert: { ...alert, path: `${jsmPath}/:id`, says: `${service}: an alert by its id.` },
  remove: { ...remove, path: `${jsmPath}/:id`, says: `${service}: deletes an alert, which closes it here.` },
} as const satisfies Readonly<Record<string, SenderRoute>>;
const jsmActs = ['unacknowledge', 'notes', 'snooze', 'assign', 'escalate', 'responders', 'tags'];
/** Its fields have the names of Opsgenie’s. */
export const jsmNotes: readonly SenderRoute[] = [
  ...jsmActs.map((path) => ({ ...close, path: `${jsmPath}/:id/${path}`, says: `${service}: ${path}, of an open alert.` })),
  ...['message', 'description', 'priority'].map((path): SenderRoute => ({
    ...close,
    methods: ['PATCH', 'PUT'],
    path: `${jsmPath}/:id/${path}`,
    says: `${service}: another ${path} of an open alert.`,
  })),
];
