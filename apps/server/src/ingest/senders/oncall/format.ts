import type { SenderRoute } from '../../format.js';
import { refuseMissing } from '../../format.js';
import { actionOf } from '../../parsing/action-words.js';
import { hashOf } from '../../parsing/labels.js';
import { asLine, asTrimmedText } from '../../parsing/lenient-fields.js';
import { isKumaTest } from '../uptime-kuma/message.js';
import { readAlert, webhookFormat } from '../../webhook-format.js';

const own = new Set(['alert_uid', 'title', 'image_url', 'state', 'link_to_upstream_details', 'message', 'severity']);

/** Its own address: Zabbix’s medium for it, LibreNMS and others have `/integrations/v1/<type>/` built in. */
const itsOwn: SenderRoute = {
  methods: ['POST'],
  path: '/integrations/v1/:type/:key',
  says: 'Grafana OnCall’s formatted webhook at its own address, with any prefix before it.',
  body: 'fields',
};

/** Grafana OnCall’s formatted webhook. Sender: grafana.com/docs/oncall, inbound webhook. Zabbix insists on status 200. */
export const oncallWebhook = webhookFormat({
  kind: 'oncall',
  says: 'Grafana OnCall’s formatted webhook',
  body: 'fields',
  routes: [itsOwn],
  status: 200,
  read(fields) {
    const uid = asTrimmedText(fields['alert_uid']);
    const title = asLine(fields['title']) ?? asLine(fields['message']);
    // Uptime Kuma names no alert, and says in its title that it is over
    const about = /^(.+) is (?:down|up)$/is.exec(title ?? '')?.[1] ?? title;
    if (uid === null && title === null) return refuseMissing('title', 'An alert needs a `title`, and an `alert_uid` to be resolved by.');
    return readAlert({
      action: actionOf(asTrimmedText(fields['state'])) ?? 'trigger',
      key: uid ?? hashOf(null, about),
      isHashed: uid === null,
      summary: title ?? uid,
      severity: fields['severity'],
      labels: Object.fromEntries(Object.entries(fields).filter(([name, value]) => !own.has(name) && typeof value !== 'object')),
      links: [
        ['source', fields['link_to_upstream_details'], 'Source'],
        ['image', fields['image_url'], 'Image'],
      ],
      details: fields['message'],
      test: uid === null && title === 'General notification' && isKumaTest(asTrimmedText(fields['message'])),
    });
  },
});
