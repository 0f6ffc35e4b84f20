import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { departurePartsOf, placesOf, firstPartOf } from './shared/departure-parts.js';
import type { ConfigurationReads } from '../../reads.js';
import { refuse, refuseFor } from '../../rules/refuse.js';
import type { PeopleState } from './state.js';

interface DepartureRequest {
  readonly personId: string;
  readonly replacementId?: string | undefined;
  readonly leaveGaps: boolean;
}

/** Why this person can’t replace one who leaves; null: they can. */
const refuseReplacement = (personId: string, replacementId: string, state: PeopleState): Refusal<RefusalCode> | null => {
  if (replacementId === personId) return refuse('person.replacement', {}, 'replacementId');
  const replacement = state.get(replacementId);
  if (replacement?.state !== 'active') return refuse('person.not_active', {}, 'replacementId');
  return replacement.role === 'observer' ? refuse('person.observes', {}, 'replacementId') : null;
};

type Departure = Pick<FactOf<'PersonDisabled'>, 'replacementId' | 'standsIn' | 'schedules' | 'more'>;

/** Assignments of a person who is no longer paged; refused when a policy or schedule uses them and the command does not say how to fill the place. */
export const departureOf = (
  { personId, replacementId, leaveGaps }: DepartureRequest,
  state: PeopleState,
  reads: ConfigurationReads,
): Departure | Refusal<RefusalCode> => {
  const replacementRefusal = replacementId === undefined ? null : refuseReplacement(personId, replacementId, state);
  if (replacementRefusal) return replacementRefusal;
  const places = placesOf(reads, personId);
  if (places.length > 0 && replacementId === undefined && !leaveGaps) return refuseFor('person.stands', places);
  const { upTo: _, ...remainder } = firstPartOf(departurePartsOf(places));
  return { replacementId: replacementId ?? null, ...remainder };
};

export const teamsOf = (reads: Pick<ConfigurationReads, 'teams'>, personId: string): string[] =>
  [...reads.teams.all()]
    .filter(({ members }) => members.some((member) => member.personId === personId))
    .map(({ id }) => id)
    .toSorted();
