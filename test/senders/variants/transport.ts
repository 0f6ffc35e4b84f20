import { ends, fields, form, multipart, opens, key, type Variant } from './variant.js';

const alert = { summary: 'Disk full', key: 'disk', severity: 'critical' };

/** How programs wrap a body, whatever is in it. */
export const transportVariants: readonly Variant[] = [
  { kind: 'generic', name: 'JSON', body: alert, of: 'disk', says: { ...opens, title: 'Disk full', severity: 'critical' } },
  { kind: 'generic', name: 'a byte order mark', body: `\uFEFF${JSON.stringify(alert)}`, of: 'disk', says: opens },
  { kind: 'generic', name: 'JSON encoded twice', body: JSON.stringify(JSON.stringify(alert)), of: 'disk', says: opens },
  { kind: 'generic', name: 'JSON under the type of a form', type: form, body: JSON.stringify(alert), of: 'disk', says: opens },
  {
    kind: 'generic',
    name: 'JSON escaped as a form',
    type: form,
    body: encodeURIComponent(JSON.stringify(alert)),
    of: 'disk',
    says: opens,
  },
  { kind: 'generic', name: 'a form', ...fields({ ...alert, action: 'resolve' }), of: 'disk', says: ends },
  { kind: 'generic', name: 'a multipart form of curl -F', ...multipart(alert), of: 'disk', says: opens },
  { kind: 'generic', name: 'a query without a body', at: '?summary=Disk%20full&key=disk&action=resolve', of: 'disk', says: ends },
  { kind: 'generic', name: 'PUT', method: 'PUT', body: alert, of: 'disk', says: opens },
  { kind: 'generic', name: 'Gatus’ words', body: { ...alert, status: 'RESOLVED' }, of: 'disk', says: ends },
  { kind: 'generic', name: 'Gatus’ other word', body: { ...alert, status: 'TRIGGERED' }, of: 'disk', says: opens },
  {
    kind: 'generic',
    name: 'shoutrrr’s generic',
    body: { action: 'trigger', key: 'disk', summary: 'Disk full', title: 'Disk full' },
    of: 'disk',
    says: opens,
  },
  {
    kind: 'generic',
    name: 'a doubled slash and a final one',
    at: `//ingest//generic/${key}/`,
    body: alert,
    of: 'disk',
    says: opens,
  },
];
