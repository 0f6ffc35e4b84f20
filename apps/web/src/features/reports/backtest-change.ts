import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import { personOfChange } from '@tocsin/contracts/people/changed-person.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactRow, NotificationRule } from '@tocsin/contracts/contacts/rows.js';
import { methodName } from '../contacts/shared/method-words.js';
import { ruleDelayWords } from '../contacts/shared/rule-words.js';
import { useRow } from '../../data/cache/use-view.js';
import { useMe } from '../../data/session/session.js';
import type { Names } from '../../data/words/names.js';
import { useNamesIn } from './shared/use-imports.js';

/** The settings of the person whose rules are changed, as they are now. */
type Contact = ContactRow | null | undefined;
type OfType<T extends BacktestChange['type']> = Extract<BacktestChange, { type: T }>['data'];
type Rule = Pick<NotificationRule, 'contactMethodId' | 'urgency' | 'delayMinutes'>;

const ruleIn = (row: Contact, id: string): Rule | undefined => row?.rules.find(({ ruleId }) => ruleId === id);

/** The kind of a contact method, with its address where the person has several of the kind; undefined for one that no longer exists. */
const methodWords = (id: string | undefined, contact: Contact): string | undefined => {
  const method = contact?.methods.find(({ contactMethodId }) => contactMethodId === id);
  const isOnly = contact?.methods.filter(({ kind }) => kind === method?.kind).length === 1;
  return method && (isOnly ? contactTraits[method.kind].word : methodName(method));
};

/** `notification rule: Ana, e-mail, high urgency, after 5 min`; what no longer exists is left out. */
const ruleWords = (personId: string, rule: Partial<Rule> | undefined, names: Names, contact: Contact): string => {
  const { urgency, delayMinutes } = rule ?? {};
  const about = [
    names.person(personId),
    methodWords(rule?.contactMethodId, contact),
    urgency && `${urgency} urgency`,
    delayMinutes === undefined ? undefined : ruleDelayWords(delayMinutes),
  ];
  return `notification rule: ${about.filter((word) => word !== undefined).join(', ')}`;
};

const words: { readonly [T in BacktestChange['type']]: (data: OfType<T>, names: Names, contact: Contact) => string } = {
  ChangePolicy: ({ policyId }, names) => `Changed policy: ${names.policy(policyId)}`,
  ChangeSchedule: ({ scheduleId }, names) => `Changed schedule: ${names.schedule(scheduleId)}`,
  ChangeService: ({ serviceId }, names) => `Changed service: ${names.service(serviceId)}`,
  ChangeRoutes: ({ integrationId }, names) => `Changed routes: ${names.integration(integrationId)}`,
  ChangeOrganisationRoutes: () => 'Changed routes of the organisation',
  AddNotificationRule: ({ personId, ...rule }, names, contact) => `Added ${ruleWords(personId, rule, names, contact)}`,
  ChangeNotificationRule: ({ personId, ruleId, delayMinutes }, names, contact) =>
    `Changed ${ruleWords(personId, { ...ruleIn(contact, ruleId), delayMinutes }, names, contact)}`,
  RemoveNotificationRule: ({ personId, ruleId }, names, contact) =>
    `Removed ${ruleWords(personId, ruleIn(contact, ruleId), names, contact)}`,
  StartSilence: ({ matchers }) =>
    `Silence: ${matchers.map(({ label, operator, value }) => `${label}${operator}${JSON.stringify(value)}`).join(', ')}`,
  ChangeSilenceEnd: () => 'Another end of a silence',
  EndSilence: () => 'Without a silence',
  PlanMaintenance: ({ name }) => `Maintenance window: ${name}`,
  ChangeMaintenance: ({ name }) => `Changed maintenance window: ${name}`,
  RemoveMaintenance: () => 'Without a maintenance window',
  SaveInhibitionRule: ({ name }) => `Inhibition rule: ${name}`,
  RemoveInhibitionRule: () => 'Without an inhibition rule',
  ChangeHeartbeat: ({ name }) => `Changed heartbeat: ${name}`,
  RemoveHeartbeat: () => 'Without a heartbeat',
  ChangeClosingByAge: ({ days }) => (days === 0 ? 'Inactive alert groups stay open' : `Inactive alert groups close after ${days} days`),
  ChangeOrganisationTimeZone: ({ timeZone }) => `Time zone of the organisation: ${timeZone}`,
  ChooseDefaultHolidayCalendar: () => 'Other default holidays',
};

export const changeWords = ({ type, data }: BacktestChange, names: Names, contact: Contact): string =>
  words[type](data as never, names, contact);

/** A change as text, with current names, or with those of the import that is replayed; null without one. */
export function useChangeWords(change: BacktestChange | null, log?: string): string | null {
  const names = useNamesIn(log);
  const { personId } = useMe();
  // without a person these are one’s own, which are loaded anyway
  const contact = useRow('contacts', personOfChange(change) ?? personId).data?.row;
  return change && changeWords(change, names, contact);
}
