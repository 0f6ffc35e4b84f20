import { bodiesAt, byId, fieldsOf, listOf, numberOf, textOf, type Fields, type ForeignAnswer } from './answers.js';
import { ruleWords, type PersonalStep } from './personal-rules.js';
import type { Remark } from './settings.js';

const methods: Readonly<Record<string, string>> = { email: 'e-mail', sms: 'SMS', voice: 'call', mobile: 'app' };
const minutes: Readonly<Record<string, number>> = { minutes: 1, hours: 60 };
const allHigh = new Set(['P1', 'P2']);

/** High, low, or both; undefined: by conditions that have no counterpart. */
function urgencyOf(criteria: Fields): 'high' | 'low' | 'both' | undefined {
  if (criteria.type === 'match-all' || criteria.type === undefined) return 'both';
  const conditions = listOf(criteria.conditions);
  const values = conditions.map(({ expectedValue }) => textOf(expectedValue));
  const isPriority = conditions.every(({ field, operation, not }) => field === 'priority' && operation === 'equals' && not !== true);
  if (!isPriority || criteria.type !== 'match-any-condition') return undefined;
  if (values.every((value) => allHigh.has(value))) return 'high';
  return values.some((value) => allHigh.has(value)) ? undefined : 'low';
}

/** Steps come with the rule, or by themselves. */
const stepsOf = (data: unknown): readonly Fields[] => (Array.isArray(data) ? listOf(data) : listOf(fieldsOf(data).steps));

const personalStep = ({ contact, sendAfter }: Fields): PersonalStep => ({
  method: methods[textOf(fieldsOf(contact).method)] ?? textOf(fieldsOf(contact).method),
  afterMinutes: numberOf(fieldsOf(sendAfter).timeAmount) * (minutes[textOf(fieldsOf(sendAfter).timeUnit)] ?? 1),
});

/** What was read of each person’s rules, by the path of the list, or of the rule. */
function rulesByPath(answers: readonly ForeignAnswer[]): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { asked, status, body } of answers) {
    const [path] = /^GET \/v2\/users\/[\w-]+\/notification-rules(?:\/[\w-]+)?/.exec(asked) ?? [];
    if (path === undefined || status >= 300) continue;
    found.set(path, [...(found.get(path) ?? []), fieldsOf(body).data]);
  }
  return found;
}

/** Rules of people are theirs: what they were is told, and they set them themselves. */
export function opsgenieRules(answers: readonly ForeignAnswer[]): readonly Remark[] {
  const byPath = rulesByPath(answers);
  const users = byId(bodiesAt(answers, /^GET \/v2\/users\?/).flatMap(({ body }) => listOf(body.data)));
  return users.flatMap((user) => {
    const path = `GET /v2/users/${textOf(user.id)}/notification-rules`;
    return (byPath.get(path) ?? []).flatMap(listOf).flatMap((listed): readonly Remark[] => {
      if (listed.actionType !== 'create-alert' || listed.enabled === false) return [];
      const about = `${textOf(user.fullName)}: ${textOf(listed.name)}`;
      const bodies = byPath.get(`${path}/${textOf(listed.id)}`) ?? [];
      const rule = fieldsOf(bodies.find((data) => !Array.isArray(data)));
      const steps = bodies.flatMap(stepsOf).filter(({ enabled }) => enabled !== false);
      const urgency = urgencyOf(fieldsOf(rule.criteria));
      if (urgency === undefined || Object.keys(fieldsOf(rule.timeRestriction)).length > 0)
        return [{ fate: 'no counterpart', rule: 'notification rule by conditions or hours', about }];
      return [{ fate: 'by hand', rule: 'notification rule', about: `${about}: ${ruleWords(urgency, steps.map(personalStep))}` }];
    });
  });
}
