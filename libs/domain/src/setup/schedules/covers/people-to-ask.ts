import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { isGrantedEverywhere, isGrantedInTeam } from '@tocsin/contracts/granted.js';
import type { ConfigurationReads } from '../../../reads.js';

/** Whether a person’s role lets them put themselves on call in a schedule of this team: only they can accept. */
export const canCover = ({ people, teams }: ConfigurationReads, teamId: string, personId: string): boolean => {
  const person = people.get(personId);
  if (!person) return false;
  const inTeam = teams.get(teamId)?.members.find((member) => member.personId === personId);
  const isResponder = inTeam !== undefined && isGrantedInTeam('schedule.override', person.role, inTeam.role);
  return isResponder || isGrantedEverywhere('schedule.override', { role: person.role, isAuditor: false });
};

/** Everyone who is asked and could accept: the people in the request, or the responders of the team. */
export function listPeopleToAsk(
  { personId, offeredTo }: Pick<CoverRequest, 'personId' | 'offeredTo'>,
  teamId: string,
  reads: ConfigurationReads,
): readonly string[] {
  const people = offeredTo ?? reads.teams.get(teamId)?.members.map((member) => member.personId) ?? [];
  return people.filter((one) => {
    const state = reads.people.get(one)?.state;
    return one !== personId && (state === 'active' || state === 'invited') && canCover(reads, teamId, one);
  });
}
