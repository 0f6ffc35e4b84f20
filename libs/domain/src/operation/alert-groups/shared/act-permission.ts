import { isByPageLink } from '@tocsin/contracts/envelope.js';
import { openerOf } from '@tocsin/contracts/alert-groups/origin.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { refusePermission, isSystem, hasPermissionFor } from '../../../rules/permissions.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { teamOf, type GroupReads } from './reads.js';
import type { ExistingGroup } from '../state.js';

/**
 * Whether a person may act because they were paged. In a storm, whoever was paged for an earlier leading group, or holds what it handed over, may act
 * on the group that leads now.
 */
const isInvolved = (state: ExistingGroup, personId: string): boolean =>
  state.pages.some((page) => page.personId === personId) ||
  state.links.rang.includes(personId) ||
  (state.status === 'acknowledged' &&
    ((state.holder.kind === 'person' && state.holder.personId === personId) || state.reassigning?.personId === personId));

/**
 * Admins and managers everywhere, responders for their own teams, people paged for the group, and the person who paged
 * by hand or sent the test.
 */
export const refuseAct = (state: ExistingGroup, context: Context<GroupReads>): Refusal | null => {
  const { actor } = context;
  if (isSystem(context)) return null;
  const isOpener = openerOf(state.origin) === actor.id;
  const isPaged = isInvolved(state, actor.id);
  if (isByPageLink(actor) && isPaged) return null;
  if (hasPermissionFor(context, 'alert_group.act', { teamId: teamOf(state, context.reads), own: isOpener, paged: isPaged })) return null;
  return refusePermission('a responder or manager of the team, an admin, or a person paged for it');
};
