import { isByPageLink, toolPlanOf, type Actor } from '@tocsin/contracts/envelope.js';
import { openerOf } from '@tocsin/contracts/alert-groups/origin.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { refusePermission, isSystem, hasPermissionFor } from '../../../rules/permissions.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { canBePaged } from '@tocsin/contracts/people/can-be-paged.js';
import { doesPlanHold } from './does-plan-hold.js';
import { groupsOf } from './linked.js';
import { teamOf, type GroupReads } from './reads.js';
import type { ExistingGroup } from '../state.js';

const wasPaged = ({ pages }: ExistingGroup, personId: string): boolean => pages.some((page) => page.personId === personId);

/**
 * Whether a person may act because they were paged. In a storm, whoever was paged for an earlier leading group, or holds what it handed over, may act
 * on the group that leads now.
 */
const isInvolved = (state: ExistingGroup, personId: string, { groups }: Pick<GroupReads, 'groups'>): boolean =>
  wasPaged(state, personId) ||
  // of linked groups each pages the people of its own service
  (state.links.set !== null && groupsOf(state.links.set, { groups }).some((other) => wasPaged(other, personId))) ||
  state.links.rang.includes(personId) ||
  (state.status === 'acknowledged' &&
    ((state.holder.kind === 'person' && state.holder.personId === personId) || state.reassigning?.personId === personId));

/**
 * Admins and managers everywhere, responders for their own teams, people paged for the group, and the person who paged
 * by hand or sent the test.
 */
export const mayActOn =
  (state: ExistingGroup, { reads }: Pick<Context<GroupReads>, 'reads'>) =>
  (actor: Actor): boolean => {
    const isOpener = openerOf(state.origin) === actor.id;
    const isPaged = isInvolved(state, actor.id, reads);
    if (isByPageLink(actor) && isPaged) return true;
    return hasPermissionFor({ actor, reads }, 'alert_group.act', { teamId: teamOf(state, reads), own: isOpener, paged: isPaged });
  };

/** What a program does by an approved plan is judged by those who asked for it and approved it, as they are now. */
export const refuseAct = (state: ExistingGroup, context: Context<GroupReads>): Refusal | null => {
  const may = mayActOn(state, context);
  const isByPlan = toolPlanOf(context.actor) !== undefined;
  if (isSystem(context) || (isByPlan ? doesPlanHold(state, context, may) : may(context.actor))) return null;
  return refusePermission('a responder or manager of the team, an admin, or a person paged for it');
};

/**
 * People whom the person who has the group can add by the link of their page: members of its team who can be paged. The link carries no role, and
 * reaches no one beyond the team.
 */
export const addableByLink = (
  state: ExistingGroup,
  { actor, reads }: Pick<Context<Pick<GroupReads, 'people' | 'services' | 'teams'>>, 'actor' | 'reads'>,
): readonly string[] => {
  const isAssignee = state.status === 'acknowledged' && state.holder.kind === 'person' && state.holder.personId === actor.id;
  const teamId = teamOf(state, reads);
  if (actor.via === undefined || !isAssignee || teamId === null) return [];
  const isAddable = (personId: string): boolean => {
    const person = reads.people.get(personId);
    return personId !== actor.id && person !== undefined && canBePaged(person);
  };
  return reads.teams.get(teamId)?.members.flatMap(({ personId }) => (isAddable(personId) ? [personId] : [])) ?? [];
};
