import { hasPermissionFor } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Caller } from './caller.js';

type ConfigurationReads = ServerParts['reads'];

/** The people whose figures the caller may see: everyone, the teams that they manage, or themselves. Uses today’s teams. */
export const canBeShown = (reads: ConfigurationReads, { actor }: Caller): ((personId: string) => boolean) => {
  const teamsOf = (personId: string): readonly string[] =>
    [...reads.teams.all()].filter(({ members }) => members.some((member) => member.personId === personId)).map(({ id }) => id);
  const canSee = (about: { readonly teamId?: string; readonly own?: boolean }): boolean =>
    hasPermissionFor({ actor, reads }, 'report.people', about);
  return (personId) =>
    canSee({ own: actor.kind === 'person' && actor.id === personId }) || teamsOf(personId).some((teamId) => canSee({ teamId }));
};
