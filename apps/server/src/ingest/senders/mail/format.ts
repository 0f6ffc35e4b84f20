import { refuseMissing } from '../../format.js';
import { asLine, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { webhookFormat, readAlert, type WebhookReading } from '../../webhook-format.js';
import { readSubject } from './subject.js';

/** What systems write into a subject that says only that there is something. */
const severities = { alarm: 'critical', problem: 'error', firing: 'error', unknown: 'warning', unreachable: 'critical' } as const;

const read = (fields: JsonFields): WebhookReading => {
  const sent = asLine(fields['subject']);
  const text = asTrimmedText(fields['text']);
  const summary = sent ?? asLine(text?.split('\n', 1)[0]);
  if (summary === null) return refuseMissing('subject', 'A mail needs a subject or a text.');
  const { about, action, word } = readSubject(summary);
  return readAlert({
    action,
    key: `mail/${about.toLowerCase()}`,
    summary: action === 'resolve' ? about : summary,
    name: about,
    severity: word,
    severities,
    labels: { from: fields['from'] },
    details: text,
    isHashed: true,
  });
};

/** A mail, as the server reads it from SMTP, or as a program posts it. What is the same subject without its state is one alert. */
export const mailAlert = webhookFormat({ kind: 'mail', says: 'A mail as JSON: `from`, `subject` and `text`', body: 'fields', read });
