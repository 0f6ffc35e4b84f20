import { hasPermissionFor } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Caller } from './caller.js';

type Reads = ServerParts['reads'];

/** The people whose figures the caller may see: everyone, the teams that they manage, or themselves. Uses today’s teams. */
export const mayBeShown = (reads: Reads, { actor }: Caller): ((personId: string) => boolean) => {
  const teamsOf = (personId: string): readonly string[] =>
    [...reads.teams.all()].filter(({ members }) => members.some((member) => member.personId === personId)).map(({ id }) => id);
  const may = (about: { readonly teamId?: string; readonly own?: boolean }): boolean => hasPermissionFor({ actor, reads }, 'report.people', about);
  return (personId) =>
    may({ own: actor.kind === 'person' && actor.id === personId }) || teamsOf(personId).some((teamId) => may({ teamId }));
};
