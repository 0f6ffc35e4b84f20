import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import { offerLasts, offersPerPerson } from '@tocsin/contracts/contacts/phone-offers.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../../reads.js';
import { hasOrganisationPermission, isSystem, refusePermission } from '../../rules/permissions.js';
import { rankOfUrgency } from '../../rules/ranks.js';
import { refuse } from '../../rules/refuse.js';
import type { ContactCommand } from './commands.js';
import { addMethod } from './methods.js';
import { offersOf } from './views.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;
type ContactDecision = Decision<ContactFact>;

const isOpen = (row: ContactRow, id: string): boolean => offersOf(row).some(({ offerId }) => offerId === id);

/** A number that was offered before is not offered again, however it ended. */
export const offerNumbers = (
  { personId, offers }: Data<'OfferPhoneNumbers'>,
  row: ContactRow,
  context: ConfigurationContext,
): ContactDecision => {
  if (!hasOrganisationPermission(context, 'import.manage')) return refusePermission('an owner or an admin');
  const state = context.reads.people.get(personId)?.state;
  if (state === undefined) return refuse('person.not_found');
  if (state === 'erased') return refuse('person.erased');
  const fresh = offers.filter(({ offerId }) => !isOpen(row, offerId) && row.endedOffers?.includes(offerId) !== true);
  const some = fresh.slice(0, Math.max(0, offersPerPerson - offersOf(row).length));
  if (some.length === 0) return new Nothing();
  const expiresAt = addMillis(context.now, offerLasts);
  return some.map((offer) => ({ type: 'PhoneNumberOffered', data: { personId, ...offer, expiresAt } }));
};

/** Nobody else may see or use what only its person knows to be theirs. */
const isOneself = ({ actor }: ConfigurationContext, personId: string): boolean => actor.kind === 'person' && actor.id === personId;

export const acceptOffer = (
  { personId, offerId, kind, address, contactMethodId }: Data<'UsePhoneOffer'>,
  row: ContactRow,
  context: ConfigurationContext,
): ContactDecision => {
  if (!isOneself(context, personId)) return refusePermission('the person');
  if (!isOpen(row, offerId)) return refuse('phone_offer.not_found');
  const added = addMethod({ kind, personId, address, ...(contactMethodId === undefined ? {} : { contactMethodId }) }, row, context);
  return Array.isArray(added) ? [...(added as readonly ContactFact[]), ended(personId, offerId, 'used')] : added;
};

const ended = (personId: string, offerId: string, because: 'used' | 'declined' | 'expired'): ContactFact => ({
  type: 'PhoneOfferEnded',
  data: { personId, offerId, because },
});

export const declineOffer = (
  { personId, offerId }: Data<'DeclinePhoneOffer'>,
  row: ContactRow,
  context: ConfigurationContext,
): ContactDecision => {
  if (!isOneself(context, personId)) return refusePermission('the person');
  return isOpen(row, offerId) ? [ended(personId, offerId, 'declined')] : refuse('phone_offer.not_found');
};

export const expireOffer = (
  { personId, offerId }: Data<'ExpirePhoneOffer'>,
  row: ContactRow,
  context: ConfigurationContext,
): ContactDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const isDue = offersOf(row).some((offer) => offer.offerId === offerId && offer.expiresAt <= context.now);
  return isDue ? [ended(personId, offerId, 'expired')] : new Nothing();
};

/** Pages come first. */
export const offerTimersOf = (row: ContactRow): readonly Timer[] =>
  offersOf(row).map(({ offerId, expiresAt: dueAt, plannedBy }) => ({
    name: `phone offer ${offerId}`,
    dueAt,
    plannedBy,
    rank: rankOfUrgency('low', true),
    command: { type: 'ExpirePhoneOffer', data: { personId: row.id, offerId } },
  }));
