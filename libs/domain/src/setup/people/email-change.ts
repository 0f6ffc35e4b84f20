import { isErased } from '@tocsin/contracts/ids.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { millisBetween, addMillis } from '@tocsin/kernel/time.js';
import { nameKeyOf } from '../../rules/names.js';
import { refusePermission, isSystem } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import type { PeopleCommand } from './commands.js';
import type { PeopleState } from './state.js';

type Data<T extends PeopleCommand['type']> = DataOf<PeopleCommand, T>;
type PeopleDecision = Decision<PeopleFact>;

const isOneself = ({ actor }: ConfigurationContext, personId: string): boolean =>
  actor.kind === 'person' && actor.via === undefined && actor.token === undefined && actor.id === personId;

/** People can only change their own address: access to a mailbox opens the account. */
const decideForSelf =
  <D extends { readonly personId: string }>(
    decide: (data: D, person: PersonRow, context: ConfigurationContext, state: PeopleState) => PeopleDecision,
  ) =>
  (data: D, state: PeopleState, context: ConfigurationContext): PeopleDecision => {
    if (!isOneself(context, data.personId)) return refusePermission('the person');
    const person = state.get(data.personId);
    if (!person) return refuse('person.not_found');
    return person.state === 'active' ? decide(data, person, context, state) : refuse('person.not_active');
  };

/** Linear scan: called for one address of one person. */
const isTaken = (state: PeopleState, email: string, personId: string): boolean =>
  state.values().some((other) => other.id !== personId && !isErased(other.email) && nameKeyOf(other.email) === nameKeyOf(email));

/** Pressed twice: the code that was sent stays valid. */
const isJustRequested = ({ emailChange }: PersonRow, email: string, { now }: ConfigurationContext): boolean =>
  emailChange?.email === email &&
  emailChange.mail !== 'failed' &&
  millisBetween(now, emailChange.expiresAt) > contactLimits.verificationCode - contactLimits.codeJustAsked;

/** Nothing changes before the code that is sent to the new address is entered. */
export const askEmailChange = decideForSelf<Data<'AskEmailChange'>>(({ personId, email }, person, context, state) => {
  if (person.email === email || isJustRequested(person, email, context)) return new Nothing();
  if (isTaken(state, email, personId)) return refuse('person.email_taken', {}, 'email');
  return [{ type: 'EmailChangeAsked', data: { personId, email, expiresAt: addMillis(context.now, contactLimits.verificationCode) } }];
});

/** Another person may have taken the address since the request. */
export const confirmEmailChange = decideForSelf<Data<'ConfirmEmailChange'>>(({ personId, codeCheck }, person, { now }, state) => {
  const { email: earlierEmail, emailChange } = person;
  if (!emailChange || isErased(emailChange.email)) return refuse('email_change.none');
  const { email, expiresAt } = emailChange;
  if (expiresAt < now || codeCheck !== 'right') return refuse('email_change.wrong_code', {}, 'code');
  if (isTaken(state, email, personId)) return refuse('person.email_taken', {}, 'code');
  return [{ type: 'EmailChanged', data: { personId, email, earlierEmail } }];
});

export const cancelEmailChange = decideForSelf<Data<'CancelEmailChange'>>(({ personId }, { emailChange }) =>
  emailChange ? [{ type: 'EmailChangeCancelled', data: { personId } }] : new Nothing(),
);

/** Only the pending code has an outcome: a late or repeated one changes nothing. */
export const recordEmailChangeMail = (
  data: Data<'RecordEmailChangeMail'>,
  state: PeopleState,
  context: ConfigurationContext,
): PeopleDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const { personId, expiresAt } = data;
  const pendingChange = state.get(personId)?.emailChange;
  if (pendingChange?.mail !== 'asked' || pendingChange.expiresAt !== expiresAt) return new Nothing();
  if (data.outcome === 'sent') return [{ type: 'EmailChangeMailSent', data: { personId, expiresAt } }];
  const { reason, detail } = data;
  return [{ type: 'EmailChangeMailFailed', data: { personId, expiresAt, reason, detail } }];
};
