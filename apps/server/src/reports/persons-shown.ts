import type { LoadFigures } from '@tocsin/contracts/reports.js';
import { mayAbout } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Who } from '../http/who.js';

type Reads = ServerParts['reads'];

/** Whose figures somebody may see: all, those of the teams that they manage, or their own. Judged by the teams of today. */
export const mayBeShown = (reads: Reads, { actor }: Who): ((personId: string) => boolean) => {
  const teamsOf = (personId: string): readonly string[] =>
    [...reads.teams.all()].filter(({ members }) => members.some((member) => member.personId === personId)).map(({ id }) => id);
  const may = (about: { readonly teamId?: string; readonly own?: boolean }): boolean => mayAbout({ actor, reads }, 'report.people', about);
  return (personId) =>
    may({ own: actor.kind === 'person' && actor.id === personId }) || teamsOf(personId).some((teamId) => may({ teamId }));
};

/** Without those whose figures are not the reader’s to see. */
export function cutLoad(
  figures: LoadFigures,
  may: (personId: string) => boolean,
): { readonly figures: LoadFigures; readonly cut: boolean } {
  const people = figures.people.filter(({ personId }) => may(personId));
  const schedules = figures.schedules.map((one) => ({ ...one, people: one.people.filter(({ personId }) => may(personId)) }));
  const isLess = schedules.some((one, n) => one.people.length < figures.schedules[n]!.people.length);
  return { figures: { ...figures, people, schedules }, cut: isLess || people.length < figures.people.length };
}
