import type { SenderRoute } from '../../format.js';
import { refuseMissing } from '../../format.js';
import { hashOf } from '../../parsing/labels.js';
import { asLine, asObject, asTrimmedText } from '../../parsing/lenient-fields.js';
import { kumaMessageOf } from '../uptime-kuma/message.js';
import { readAlert, webhookFormat } from '../../webhook-format.js';

const routeAt = (path: string): SenderRoute => ({
  methods: ['POST'],
  path,
  says: 'GoAlert’s generic API at its own address, with any prefix before it; the key as Bearer token or `?token=`.',
  body: 'fields',
});

/** GoAlert’s generic API: fields in the body or in the query. Apprise insists on 200 or 204. Sender: goalert.me, generic API. */
export const goalertGeneric = webhookFormat({
  kind: 'goalert',
  says: 'GoAlert’s generic API',
  body: 'fields',
  routes: [routeAt('/api/v2/generic/incoming'), routeAt('/v1/api/alerts')],
  keyIn: { query: 'token' },
  status: 200,
  read(sent, { query }) {
    const fields = { ...query, ...sent };
    const summary = asLine(fields['summary']);
    const dedup = asTrimmedText(fields['dedup']);
    const kuma = dedup === null ? kumaMessageOf(summary) : null;
    const action = asTrimmedText(fields['action'])?.toLowerCase() === 'close' ? 'resolve' : 'trigger';
    if (summary === null && (action === 'trigger' || dedup === null)) return refuseMissing('summary', 'An alert needs a `summary`.');
    const meta = asObject(fields['meta']) ?? {};
    return readAlert({
      action,
      // without one, summary and details are the key by its protocol
      key: dedup ?? (kuma ? `monitor/${kuma.monitor}` : hashOf(null, summary, asTrimmedText(fields['details']))),
      isHashed: dedup === null,
      summary,
      severity: meta['severity'],
      labels: meta,
      details: fields['details'],
    });
  },
});
