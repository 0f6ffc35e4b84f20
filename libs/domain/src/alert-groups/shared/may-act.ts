import { openedBy } from '@tocsin/contracts/alert-group-origin.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { denied, isSystem, mayAbout } from '../../rules/permissions.js';
import type { Refused } from '@tocsin/kernel/decide/refused.js';
import { teamOf, type GroupReads } from './reads.js';
import type { Existing } from '../state.js';

/**
 * Admins and managers everywhere, responders for their own teams, people paged for the group, and the person who paged
 * by hand or sent the test.
 */
export const mayAct = (state: Existing, context: Context<GroupReads>): Refused | null => {
  const { actor } = context;
  if (isSystem(context)) return null;
  const own = openedBy(state.origin) === actor.id;
  const paged = state.pages.some((page) => page.personId === actor.id);
  // by the link of their page: it carries no role
  if (actor.via !== undefined && paged) return null;
  if (mayAbout(context, 'alert_group.act', { teamId: teamOf(state, context.reads), own, paged })) return null;
  return denied('a responder or manager of the team, an admin, or a person paged for it');
};
