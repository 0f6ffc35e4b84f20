import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { refusePermission } from '../../rules/permissions.js';
import type { ContactCommand } from './commands.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;

/** Buttons act as its person, so nobody links one for somebody else, and it belongs to one person. */
export const linkAccount = (
  data: Data<'LinkChatAccount'>,
  row: ContactRow,
  { actor, reads }: ConfigurationContext,
): Decision<ContactFact> => {
  const { personId, chat, account } = data;
  if (actor.kind !== 'person' || actor.id !== personId) return refusePermission('the person');
  const isLinkedIn = ({ accounts = [] }: ContactRow) => accounts.some((one) => one.chat === chat && one.account === account);
  if (isLinkedIn(row)) return new Nothing();
  const isTaken = [...reads.contacts.all()].some((other) => other.id !== personId && isLinkedIn(other));
  return isTaken ? refuse('contact_method.account_taken', {}, 'code') : [{ type: 'ChatAccountLinked', data }];
};

export const unlinkAccount = (data: Data<'UnlinkChatAccount'>, { accounts = [] }: ContactRow): Decision<ContactFact> =>
  accounts.some(({ chat }) => chat === data.chat) ? [{ type: 'ChatAccountUnlinked', data }] : new Nothing();
