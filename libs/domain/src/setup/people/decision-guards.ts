import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { auditorFlag, type OrganisationRole } from '@tocsin/contracts/permissions.js';
import type { Decision } from '@tocsin/kernel/decide/decider.js';
import type { ConfigurationContext } from '../../reads.js';
import { refusePermission, isOwner, hasOrganisationPermission, canActForPerson } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import type { PeopleState } from './state.js';

export type PeopleAnswer = Decision<PeopleFact>;

export const owners = 'an owner';
export const admins = 'an owner or an admin';

/** Only owners make owners or change one: otherwise an admin could become one. */
export const canChangeRole = (context: ConfigurationContext, ...roles: readonly OrganisationRole[]): boolean =>
  isOwner(context) || !roles.includes('owner');

/** The actor with their current roles in this stream: a person demoted meanwhile acts with the lower role. */
export const withCurrentRoles = (state: PeopleState, context: ConfigurationContext): ConfigurationContext => {
  const { actor } = context;
  const row = actor.kind === 'person' ? state.get(actor.id) : undefined;
  if (!row) return context;
  const roles = row.state === 'active' ? [row.role, ...(row.auditor ? [auditorFlag] : [])] : [];
  return { ...context, actor: { ...actor, roles } };
};

export type ByPerson<D> = (data: D, person: PersonRow, context: ConfigurationContext, state: PeopleState) => PeopleAnswer;

/** Wraps decisions about oneself, also allowed for those who may configure people. */
export const decideForSelf =
  <D extends { readonly personId: string }>(decide: ByPerson<D>) =>
  (data: D, state: PeopleState, context: ConfigurationContext): PeopleAnswer => {
    if (!canActForPerson(context, data.personId)) return refusePermission(`the person, ${admins}`);
    const person = state.get(data.personId);
    if (!person) return refuse('person.not_found');
    return person.state === 'erased' ? refuse('person.erased') : decide(data, person, context, state);
  };

/** Wraps decisions for those who may configure people. */
export const decideForOther =
  <D extends { readonly personId: string }>(decide: ByPerson<D>) =>
  (data: D, state: PeopleState, outerContext: ConfigurationContext): PeopleAnswer => {
    const context = withCurrentRoles(state, outerContext);
    if (!hasOrganisationPermission(context, 'people.configure')) return refusePermission(admins);
    const person = state.get(data.personId);
    if (!person) return refuse('person.not_found');
    if (person.state === 'erased') return refuse('person.erased');
    return canChangeRole(context, person.role) ? decide(data, person, context, state) : refusePermission(owners);
  };
