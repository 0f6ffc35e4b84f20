import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import type { ConfigurationReads } from '../../reads.js';
import type { PeopleState } from './state.js';

/**
 * The places taken in a team: by its members, and by people who were invited into it and have not joined yet. All
 * invitations are in one stream, so that of two at one instant the later one sees what the earlier one took, before the
 * team itself is updated.
 */
export class TeamPlaces {
  private readonly byPlace = new Map<string, Set<string>>();

  constructor(
    private readonly state: PeopleState,
    private readonly reads: Pick<ConfigurationReads, 'teams'>,
  ) {}

  /** Takes a place for the person. Returns whether there was one, or they had one already. */
  take(teamId: string, personId: string): boolean {
    const places = this.of(teamId);
    places.add(personId);
    return places.size <= teamLimits.membersPerTeam;
  }

  private of(teamId: string): Set<string> {
    const existingPlaces = this.byPlace.get(teamId);
    if (existingPlaces) return existingPlaces;
    const members = this.reads.teams.get(teamId)?.members ?? [];
    const invitedPeople = this.state.values().filter(({ state, invitedInto }) => state === 'invited' && invitedInto?.includes(teamId));
    const places = new Set([...members.map(({ personId }) => personId), ...invitedPeople.map(({ id }) => id)]);
    this.byPlace.set(teamId, places);
    return places;
  }
}
