import { asLine, asList, asObject, asTrimmedText, firstLine, type JsonFields } from '../../parsing/lenient-fields.js';
import { hashOf } from '../../parsing/labels.js';
import { refuseMissing } from '../../format.js';
import { nothing } from '../../reading.js';
import { joined, readAlert, webhookFormat, type WebhookReading } from '../../webhook-format.js';
import { isKumaTest, kumaMessageOf, type KumaMessage } from './message.js';

const down = '0';
const up = '1';

/** An object, or its JSON: a form and a query have only texts. */
const unpacked = (value: unknown): JsonFields | null => {
  if (typeof value !== 'string') return asObject(value);
  try {
    return asObject(JSON.parse(value));
  } catch {
    return null;
  }
};

const tagsOf = (monitor: JsonFields): JsonFields =>
  Object.fromEntries(
    (asList(monitor['tags']) ?? []).flatMap((tag) => {
      const { name, value } = asObject(tag) ?? {};
      return asTrimmedText(name) === null ? [] : [[`tag ${asTrimmedText(name)}`, asTrimmedText(value) ?? 'yes']];
    }),
  );

/** The text of a message about a certificate, which has neither heartbeat nor monitor; its days change with each. */
const certificate = /^\[([^\]]*)\](?=.*certificate).*expir/i;

const noHeartbeat = 'The webhook sends `heartbeat`, `monitor` and `msg`: leave its body at the preset.';

/** With a body of one’s own, the text is all that tells. */
const readMessage = ({ monitor, isUp, text }: KumaMessage): WebhookReading =>
  readAlert({
    action: isUp ? 'resolve' : 'trigger',
    key: `monitor/${monitor}`,
    summary: joined([`${monitor} is ${isUp ? 'up' : 'down'}`, text], ': '),
    name: monitor,
    severity: isUp ? 'info' : 'critical',
    labels: { monitor },
  });

const readWithoutHeartbeat = (message: string | null): WebhookReading => {
  if (message === null) return refuseMissing('heartbeat', noHeartbeat);
  const written = kumaMessageOf(message);
  if (written) return readMessage(written);
  const expiry = certificate.exec(message);
  if (expiry)
    return readAlert({
      action: 'trigger',
      key: `certificate/${hashOf(null, message.replaceAll(/\d+ days?/g, ''))}`,
      summary: message,
      severity: 'warning',
      labels: { monitor: expiry[1] },
    });
  if (isKumaTest(message)) return readAlert({ action: 'trigger', key: 'uptime-kuma-notification-test', summary: message, test: true });
  return readAlert({ action: 'trigger', key: hashOf(null, message), isHashed: true, summary: message });
};

/** Uptime Kuma’s webhook, by POST as JSON or multipart form, or by GET. Its test button sends no heartbeat and no monitor. */
export const uptimeKumaWebhook = webhookFormat({
  kind: 'uptime-kuma',
  says: 'Uptime Kuma’s webhook',
  body: 'fields',
  methods: ['POST', 'PUT', 'GET'],
  read(sent) {
    const fields = unpacked(sent['data']) ?? sent;
    const heartbeat = unpacked(fields['heartbeat']);
    const message = firstLine(fields, 'msg', 'body', 'Body', 'message', 'text');
    if (!heartbeat) return readWithoutHeartbeat(message);
    const status = asTrimmedText(heartbeat['status']);
    // pending, and maintenance
    if (status !== down && status !== up) return nothing;
    const monitor = unpacked(fields['monitor']) ?? {};
    const name = asLine(monitor['name']);
    const id = asTrimmedText(monitor['id']) ?? asTrimmedText(heartbeat['monitorID']) ?? name;
    if (id === null) return refuseMissing('monitor', 'The webhook names no `monitor`.');
    return readAlert({
      action: status === down ? 'trigger' : 'resolve',
      key: `monitor/${id}`,
      summary: joined([name ?? `Monitor ${id}`, status === down ? 'is down' : 'is up'], ' ') + said(heartbeat),
      name: name ?? id,
      severity: status === down ? 'critical' : 'info',
      labels: {
        monitor: name,
        host: monitor['hostname'],
        port: monitor['port'],
        type: monitor['type'],
        url: noPlaceholder(monitor['url']),
        ...tagsOf(monitor),
      },
      links: [['source', noPlaceholder(monitor['url']), 'Monitored address']],
      details: message,
    });
  },
});

/** Monitors without an address have this text in its place. */
const noPlaceholder = (url: unknown): unknown => (url === 'https://' || url === 'http://' ? null : url);
const said = (heartbeat: JsonFields): string => {
  const text = asLine(heartbeat['msg']);
  return text === null ? '' : `: ${text}`;
};
