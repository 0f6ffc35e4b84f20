import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { millisBetween, laterOf } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';

type PeopleDecision = Decision<PeopleFact>;
type Absences = NonNullable<PersonRow['away']>;

/** Plans an absence. Overlaps are refused: with two ends it would be unclear which one counts. */
export const planAway = (data: CommandData<'PlanAway'>, { away = [] }: PersonRow, context: ConfigurationContext): PeopleDecision => {
  const { now } = context;
  const { personId, awayId = context.newId('away'), to } = data;
  const from = laterOf(data.from ?? now, now);
  if (to <= from) return refuse('person.away_in_the_past', {}, 'to');
  if (millisBetween(from, to) > peopleLimits.awayLength)
    return refuse('person.away_too_long', { limit: peopleLimits.awayLength / duration.day }, 'to');
  if (away.some((one) => one.awayId === awayId)) return new Nothing({ awayId });
  if (away.some((one) => one.from < to && from < one.to)) return refuse('person.away_overlaps', {}, 'from');
  if (away.filter((one) => one.to > now).length >= peopleLimits.awayPlanned)
    return refuse('limit.away', { limit: peopleLimits.awayPlanned });
  return [{ type: 'AwayPlanned', data: { personId, awayId, from, to } }];
};

/** Ends or cancels an absence. Past absences don’t change. */
export const endAway = (
  { personId, awayId }: CommandData<'EndAway'>,
  { away = [] }: PersonRow,
  { now }: ConfigurationContext,
): PeopleDecision => {
  const plannedAbsence = away.find((one) => one.awayId === awayId);
  return plannedAbsence && plannedAbsence.to > now ? [{ type: 'AwayEnded', data: { personId, awayId } }] : refuse('person.away_not_found');
};

/** Records the hours in which low urgency may page a person; nothing when they are the same as before. */
export const chooseLowUrgencyHours = (data: CommandData<'ChooseLowUrgencyHours'>, { lowUrgency }: PersonRow): PeopleDecision => {
  const { personId, ...chosenPeriod } = data;
  const isSame = lowUrgency !== undefined && JSON.stringify(lowUrgency) === JSON.stringify(chosenPeriod);
  return isSame ? new Nothing() : [{ type: 'LowUrgencyHoursChosen', data: { personId, ...chosenPeriod } }];
};

/** Sorted by end, up to the number that may be planned: those that ended first are dropped first. */
export const withAway = (before: Absences, period: Absences[number]): Absences =>
  [...before, period].toSorted((one, other) => (one.to < other.to ? -1 : 1)).slice(-peopleLimits.awayPlanned);
