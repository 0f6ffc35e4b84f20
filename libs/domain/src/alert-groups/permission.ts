import type { Context } from '@tocsin/kernel/decider.js';
import { Refused } from '@tocsin/kernel/refused.js';
import type { GroupReads } from './reads.js';
import type { Existing } from './state.js';

/** Admins and managers everywhere, responders for their own teams, whoever is paged for it, and who paged by hand or sent the test. */
export const mayAct = (state: Existing, { actor, reads }: Context<GroupReads>): Refused<'permission.denied'> | null => {
  if (actor.kind === 'system' || actor.kind === 'token') return null;
  const person = reads.people.get(actor.id);
  const own = state.origin.kind !== 'signal' && state.origin.personId === actor.id && person?.role !== 'observer';
  const paged = Object.values(state.pages).some((page) => page.personId === actor.id);
  if (own || paged || person?.role === 'owner' || person?.role === 'admin') return null;
  const memberships = [...reads.teams.all()].flatMap((team) => team.members.map((member) => ({ team: team.id, ...member })));
  const theirs = memberships.filter((member) => member.personId === actor.id);
  if (theirs.some((member) => member.role === 'manager' || member.team === state.teamId) && person?.role !== 'observer') return null;
  return new Refused('permission.denied', { who: 'a responder of the team, a manager, an admin, or whoever is paged for it' });
};
