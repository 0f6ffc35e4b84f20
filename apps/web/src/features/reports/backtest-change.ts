import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import { personOfChange } from '@tocsin/contracts/changed-person.js';
import { contactTraits } from '@tocsin/contracts/contact-kinds.js';
import type { ContactRow, NotificationRule } from '@tocsin/contracts/contact-rows.js';
import { ruleDelayWords } from '../contacts/shared/rule-words.js';
import { useRow } from '../../data/cache/use-view.js';
import { useMe } from '../../data/session/session.js';
import { useNames, type Names } from '../../data/words/names.js';

/** The settings of the person whose rules are changed, as they are now. */
type Contact = ContactRow | null | undefined;
type OfType<T extends BacktestChange['type']> = Extract<BacktestChange, { type: T }>['data'];
type Rule = Pick<NotificationRule, 'contactMethodId' | 'urgency'>;

const ruleIn = (row: Contact, id: string): Rule | undefined => row?.rules.find(({ ruleId }) => ruleId === id);

/** `notification rule of Ana (e-mail, high urgency)`; what no longer exists is left out. */
const ruleWords = (personId: string, rule: Rule | undefined, names: Names, contact: Contact): string => {
  const kind = contact?.methods.find(({ contactMethodId }) => contactMethodId === rule?.contactMethodId)?.kind;
  const about = [kind && contactTraits[kind].word, rule && `${rule.urgency} urgency`].filter((word) => word !== undefined);
  return `notification rule of ${names.person(personId)}${about.length > 0 ? ` (${about.join(', ')})` : ''}`;
};

/** What a change is about, by its type. */
const words: { readonly [T in BacktestChange['type']]: (data: OfType<T>, names: Names, contact: Contact) => string } = {
  ChangePolicy: ({ policyId }, names) => `policy ${names.policy(policyId)}`,
  ChangeSchedule: ({ scheduleId }, names) => `schedule ${names.schedule(scheduleId)}`,
  ChangeService: ({ serviceId }, names) => `service ${names.service(serviceId)}`,
  AddNotificationRule: ({ personId, delayMinutes, ...rule }, names, contact) =>
    `${ruleWords(personId, rule, names, contact)}: added, ${ruleDelayWords(delayMinutes)}`,
  ChangeNotificationRule: ({ personId, ruleId, delayMinutes }, names, contact) =>
    `${ruleWords(personId, ruleIn(contact, ruleId), names, contact)}: ${ruleDelayWords(delayMinutes)}`,
  RemoveNotificationRule: ({ personId, ruleId }, names, contact) =>
    `${ruleWords(personId, ruleIn(contact, ruleId), names, contact)}: removed`,
};

export const changeWords = ({ type, data }: BacktestChange, names: Names, contact: Contact): string =>
  words[type](data as never, names, contact);

/** What a change is about, in the current names; null without one. */
export function useChangeWords(change: BacktestChange | null): string | null {
  const names = useNames();
  const { personId } = useMe();
  // without a person it is one’s own, which is read anyway
  const contact = useRow('contacts', personOfChange(change) ?? personId).data?.row;
  return change && changeWords(change, names, contact);
}
