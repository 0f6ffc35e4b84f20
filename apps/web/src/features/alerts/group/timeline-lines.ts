import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { actLines, type ActLine } from '../../../data/words/act-lines.js';
import { details, isTriedAgain } from '../../../data/words/sentences/details.js';

/** Already shown by the ladder. */
const toldByLadder: ReadonlySet<string> = new Set([...details, 'PageStarted']);

/** A person added responders: no step of the policy shows that. */
const isAskedIn = ({ type, data }: Recorded) => type === 'PageStarted' && (data as FactOf<'PageStarted'>).cause.kind === 'person';

/** The lines by which a person follows what happened: one for each act. Its other events stand among all events. */
export const linesOf = (events: readonly Recorded[]): readonly ActLine[] =>
  actLines(events).filter(({ event }) => isAskedIn(event) || !(toldByLadder.has(event.type) || isTriedAgain(event)));
