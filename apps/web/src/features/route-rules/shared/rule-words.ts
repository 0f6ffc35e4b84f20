import type { TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { Names } from '../../../data/words/names.js';
import { groupingWords } from './grouping-words.js';
import { matcherWords } from '../../policies/shared/matcher-line.js';

/** `high urgency`, `held 5 min`: what a rule sets besides the service. */
export const settingWords = ({ outcome }: Pick<TypedRouteRule, 'outcome'>, names: Names): readonly string[] => {
  const posting = outcome.postTo ? [`posted to ${names.webhook(outcome.postTo)}`] : [];
  if (outcome.kind === 'record_only') return posting;
  const { policyId, urgency, holdMinutes, grouping, linking } = outcome;
  return [
    ...(policyId ? [`policy ${names.policy(policyId)}`] : []),
    ...(urgency ? [`${urgency} urgency`] : []),
    ...(holdMinutes ? [`held ${holdMinutes} min`] : []),
    ...(grouping ? [groupingWords(grouping)] : []),
    ...(linking ? [groupingWords(linking, 'linked')] : []),
    ...posting,
  ];
};

const targetWords = ({ outcome }: Pick<TypedRouteRule, 'outcome'>, names: Names): string =>
  outcome.kind === 'service' ? names.service(outcome.serviceId) : outcome.kind === 'record_only' ? 'record only' : 'usual service';

/** A rule as one line: `team is “payments” → Payments, high urgency`. */
export const ruleWords = (rule: TypedRouteRule, names: Names): string => {
  const conditions = rule.rows.map((row) => row.map(matcherWords).join(' and ')).join(' or ') || 'every alert';
  return `${conditions} → ${[targetWords(rule, names), ...settingWords(rule, names)].join(', ')}${rule.isOn ? '' : ' (off)'}`;
};
