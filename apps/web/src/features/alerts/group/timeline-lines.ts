import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { actLines, type ActLine } from '../../history/shared/act-lines.js';
import { details, isTriedAgain } from '../../history/shared/details.js';

/** Already shown by the ladder. */
const shownByLadder: ReadonlySet<string> = new Set([...details, 'PageStarted']);

/** A person added responders: no step of the policy shows that. */
const isReassignment = ({ type, data }: Recorded) => type === 'PageStarted' && (data as FactOf<'PageStarted'>).cause.kind === 'person';

/** The lines of the timeline: one for each act. Other events are only shown among all events. */
export const linesOf = (events: readonly Recorded[]): readonly ActLine[] =>
  actLines(events).filter(({ event }) => isReassignment(event) || !(shownByLadder.has(event.type) || isTriedAgain(event)));
