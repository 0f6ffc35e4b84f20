import { refuseMissing } from '../../format.js';
import type { Severity } from '@tocsin/contracts/severities.js';
import { asLine, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { isUnfilledMacro } from '../../parsing/test-alerts.js';
import { nothing } from '../../reading.js';
import { joined, readAlert, webhookFormat, type WebhookReading } from '../../webhook-format.js';

/** Zabbix’s own, as words and as the number of `{EVENT.NSEVERITY}`. */
const severities: Readonly<Record<string, Severity>> = {
  '5': 'critical',
  disaster: 'critical',
  '4': 'error',
  high: 'error',
  '3': 'warning',
  average: 'warning',
  '2': 'warning',
  warning: 'warning',
  '1': 'info',
  information: 'info',
  '0': 'info',
  'not classified': 'info',
};

/** A macro that Zabbix could not fill in stays as it is: `{EVENT.RECOVERY.ID}`. */
const filled = (value: unknown): string | null => {
  const text = asTrimmedText(value);
  return text === null || /^\{.*\}$|^\*UNKNOWN\*$/.test(text) ? null : text;
};

/** The test of a media type sends its parameters with their macros unfilled. */
const isTest = (fields: JsonFields): boolean => isUnfilledMacro(fields['event_id']);

const actionOf = (fields: JsonFields): 'trigger' | 'resolve' | 'acknowledge' | 'note' => {
  if (filled(fields['event_value']) === '0') return 'resolve';
  if (filled(fields['event_update_status']) !== '1') return 'trigger';
  const acts = filled(fields['event_update_action']) ?? '';
  if (/acknowledged/i.test(acts) && !/unacknowledged/i.test(acts)) return 'acknowledge';
  // a repeat: one that is raised is news
  return /changed severity/i.test(acts) ? 'trigger' : 'note';
};

/** The word, or the number where the words were renamed. */
const severityOf = (fields: JsonFields): string | null => {
  const word = filled(fields['event_severity']);
  return word !== null && Object.hasOwn(severities, word.toLowerCase()) ? word : (filled(fields['event_nseverity']) ?? word);
};

/** A media type of one’s own may send no event’s id: its trigger is the same when the problem is over, as are host and name. */
const keyOf = (fields: JsonFields, host: string | null, name: string | null): string | null => {
  const [event, trigger] = [filled(fields['event_id']), filled(fields['trigger_id'])];
  if (event !== null) return `event/${event}`;
  if (trigger !== null) return `trigger/${trigger}`;
  return filled(fields['event_value']) !== null && host !== null && name !== null ? `${host}/${name}` : null;
};

const read = (fields: JsonFields): WebhookReading => {
  const name = asLine(filled(fields['event_name']) ?? filled(fields['subject']) ?? filled(fields['alert_subject']));
  if (isTest(fields)) return readAlert({ action: 'trigger', key: 'zabbix-test', summary: name ?? 'Test of the media type', test: true });
  const host = filled(fields['host_name']) ?? filled(fields['host']);
  const key = keyOf(fields, host, name);
  if (key === null) return refuseMissing('event_id', 'The parameter `event_id` is missing: {EVENT.ID}.');
  const action = actionOf(fields);
  if (action === 'note') return nothing;
  return readAlert({
    action,
    key,
    summary: joined([host !== null && name?.includes(host) ? null : host, name ?? `Problem ${key}`], ': '),
    name,
    severity: severityOf(fields),
    severities,
    labels: {
      host,
      address: filled(fields['host_ip']),
      severity: filled(fields['event_severity']),
      tags: filled(fields['event_tags']),
      trigger: filled(fields['trigger_id']),
    },
    links: [['source', filled(fields['url']), 'Event']],
    details: filled(fields['message']) ?? filled(fields['alert_message']),
  });
};

/** Our media type for Zabbix: its script sends the parameters as they are. Zabbix’s media types for PagerDuty, Opsgenie, VictorOps and OnCall work, too. */
export const zabbixEvent = webhookFormat({ kind: 'zabbix', says: 'An event of Zabbix by the media type in the set-up text', read });
