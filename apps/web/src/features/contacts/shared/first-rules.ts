import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import { urgencies, type Urgency } from '@tocsin/contracts/contacts/events.js';
import { say } from '../../../data/toasts.js';
import { ruleDelayWords } from './rule-words.js';

/** The rules that a new contact method comes with. */
export type FirstRules = NonNullable<CommandInput<'AddContactMethod'>['rules']>;

/** The rules of a method that is added with one press: at once, with high and with low urgency. */
export const bothAtOnce: FirstRules = urgencies.map((urgency) => ({ urgency, delayMinutes: 0 }));

const ofUrgency = (rules: FirstRules, urgency: Urgency): string =>
  rules
    .filter((rule) => rule.urgency === urgency)
    .map(({ delayMinutes }) => `${urgency} urgency ${ruleDelayWords(delayMinutes)}`)
    .join(', ');

/** The added rules, as one sentence. */
export const firstRulesSay = (rules: FirstRules): string => {
  const words = urgencies.map((urgency) => ofUrgency(rules, urgency)).filter((some) => some !== '');
  return words.length === 0 ? 'No notification rule uses it yet.' : `Notification rules added: ${words.join(', ')}.`;
};

/** Shows a toast about an added contact method and its rules. */
export const sayAdded = (title: string, rules: FirstRules): void => say({ kind: 'done', title, detail: firstRulesSay(rules) });
