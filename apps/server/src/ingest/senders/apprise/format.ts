import { refuseMissing } from '../../format.js';
import { hashOf } from '../../parsing/labels.js';
import { asLine, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { readAlert, webhookFormat } from '../../webhook-format.js';

/** `xml://` sends a SOAP envelope with other names. */
const fieldsOf = (sent: JsonFields): JsonFields => {
  const envelope = asObject(sent['Envelope']) ?? {};
  const said = asObject(asObject(envelope['Body'])?.['Notification']);
  return said ? { title: said['Subject'], message: said['Message'], type: said['MessageType'], ...said } : sent;
};

const own = new Set(['version', 'title', 'message', 'type', 'attachments', 'Version', 'Subject', 'Message', 'MessageType', 'Attachments']);

/** Apprise’s `json://`, `xml://` and `form://`. Nothing in them is a key, so the first line of the title is: a success under it resolves. */
export const appriseNotification = webhookFormat({
  kind: 'apprise',
  says: 'A notification of Apprise by json://, xml:// or form://',
  body: 'fields',
  methods: ['POST', 'PUT', 'GET'],
  read(sent) {
    const fields = fieldsOf(sent);
    const [title = ''] = (asTrimmedText(fields['title']) ?? '').split(/[\r\n]/, 1);
    const message = asTrimmedText(fields['message']);
    const summary = asLine(title) ?? asLine(message?.split(/[\r\n]/, 1)[0]);
    if (summary === null) return refuseMissing('message', 'A notification needs a `title` or a `message`.');
    const type = asTrimmedText(fields['type'])?.toLowerCase();
    return readAlert({
      action: type === 'success' ? 'resolve' : 'trigger',
      key: hashOf(null, summary),
      isHashed: true,
      summary,
      severity: type === 'failure' ? 'critical' : type,
      labels: Object.fromEntries(Object.entries(fields).filter(([name, value]) => !own.has(name) && typeof value !== 'object')),
      details: message,
    });
  },
});
