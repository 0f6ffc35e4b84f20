import { asLine, asList, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { nothing } from '../../reading.js';
import { joined, readAlert, type WebhookReading } from '../../webhook-format.js';

/** The webhook of Grafana’s dashboard alerts, up to version 10. */
export const isLegacy = (message: JsonFields): boolean => 'ruleName' in message || 'evalMatches' in message;

/** Pending and paused say nothing of a problem. */
const actions: Readonly<Record<string, 'trigger' | 'resolve'>> = { alerting: 'trigger', no_data: 'trigger', ok: 'resolve' };

const matchesOf = (message: JsonFields): readonly JsonFields[] => (asList(message['evalMatches']) ?? []).map((one) => asObject(one) ?? {});
const describeMatch = ({ metric, value }: JsonFields): string | null => joined([asLine(metric), asLine(value)], ' = ') || null;

export const readLegacy = (message: JsonFields): WebhookReading => {
  const state = asTrimmedText(message['state'])?.toLowerCase() ?? 'alerting';
  const action = actions[state];
  if (!action) return nothing;
  const rule = asLine(message['ruleName']) ?? asLine(message['title']) ?? 'An alert';
  const text = asLine(message['message']);
  const values = matchesOf(message)
    .map(describeMatch)
    .filter((one) => one !== null)
    .join(', ');
  return readAlert({
    action,
    key: joined(['grafana', asTrimmedText(message['orgId']), asTrimmedText(message['ruleId']) ?? rule], '/'),
    summary: joined([rule, state === 'no_data' ? 'no data' : (text ?? (values || null))], ': '),
    name: rule,
    severity: asObject(message['tags'])?.['severity'],
    labels: { ...asObject(matchesOf(message)[0]?.['tags']), ...asObject(message['tags']) },
    links: [
      ['dashboard', message['ruleUrl'], 'Dashboard'],
      ['image', message['imageUrl'], 'Image'],
    ],
    details: joined([asTrimmedText(message['message']), values], '\n'),
    test: rule === 'Test notification' && /^\[alerting\] test notification/i.test(asLine(message['title']) ?? ''),
  });
};
