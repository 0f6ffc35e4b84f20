import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { PeopleFact, PersonRow } from '@tocsin/contracts/people.js';
import type { Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { between, later } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse } from '../rules/refuse.js';

type Answer = Decision<PeopleFact>;
type Away = NonNullable<PersonRow['away']>;

/** Plans an absence. Overlaps are refused: with two ends it would be unclear which one counts. */
export const planAway = (data: CommandData<'PlanAway'>, { away = [] }: PersonRow, context: ConfigurationContext): Answer => {
  const { now } = context;
  const { personId, awayId = context.newId('away'), to } = data;
  const from = later(data.from ?? now, now);
  if (to <= from) return refuse('person.away_in_the_past', {}, 'to');
  if (between(from, to) > limits.awayLength) return refuse('person.away_too_long', { limit: limits.awayLength / duration.day }, 'to');
  if (away.some((one) => one.awayId === awayId)) return new Nothing({ awayId });
  if (away.some((one) => one.from < to && from < one.to)) return refuse('person.away_overlaps', {}, 'from');
  if (away.filter((one) => one.to > now).length >= limits.awayPlanned) return refuse('limit.away', { limit: limits.awayPlanned });
  return [{ type: 'AwayPlanned', data: { personId, awayId, from, to } }];
};

/** The person is back, or does not go. A past absence stays as it was. */
export const endAway = ({ personId, awayId }: CommandData<'EndAway'>, { away = [] }: PersonRow, { now }: ConfigurationContext): Answer => {
  const planned = away.find((one) => one.awayId === awayId);
  return planned && planned.to > now ? [{ type: 'AwayEnded', data: { personId, awayId } }] : refuse('person.away_not_found');
};

/** Records the hours in which low urgency may page a person; nothing when they are the same as before. */
export const chooseLowUrgencyHours = (data: CommandData<'ChooseLowUrgencyHours'>, { lowUrgency }: PersonRow): Answer => {
  const { personId, ...chosen } = data;
  const isSame = lowUrgency !== undefined && JSON.stringify(lowUrgency) === JSON.stringify(chosen);
  return isSame ? new Nothing() : [{ type: 'LowUrgencyHoursChosen', data: { personId, ...chosen } }];
};

/** Sorted by end, up to the number that may be planned: those that ended first are dropped first. */
export const withAway = (before: Away, period: Away[number]): Away =>
  [...before, period].toSorted((one, other) => (one.to < other.to ? -1 : 1)).slice(-limits.awayPlanned);
