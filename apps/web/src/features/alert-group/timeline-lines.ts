import type { EventType, FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { details, isTriedAgain } from '../../data/sentences/details.js';

/** One line of the timeline: an event, and what its act brought about besides. */
export interface TimelineLine {
  readonly event: Recorded;
  /** Said behind the sentence. */
  readonly also: string | null;
}

/** Told by the ladder already. */
const toldByLadder: ReadonlySet<string> = new Set([...details, 'PageStarted']);

/** Somebody asked somebody in: no step of the policy says that. */
const isAskedIn = ({ type, data }: Recorded) => type === 'PageStarted' && (data as FactOf<'PageStarted'>).cause.kind === 'person';

/** Acts that answer the pages of whoever does them, and may stop the escalation. */
const acts: ReadonlySet<string> = new Set<EventType>([
  'AlertGroupAcknowledged',
  'AlertGroupAcknowledgedToo',
  'AlertGroupTakenOver',
  'ResponderJoined',
  'AlertGroupResolved',
  'AcknowledgementRenewed',
]);
const followers: ReadonlySet<string> = new Set<EventType>(['PageAnswered', 'EscalationStopped']);

/** The lines by which a person follows what happened: one for each act. Its other events stand among all events. */
export function linesOf(events: readonly Recorded[]): readonly TimelineLine[] {
  const acted = new Set(events.filter(({ type }) => acts.has(type)).map(({ meta }) => meta.commandId));
  const stopped = new Set(events.filter(({ type }) => type === 'EscalationStopped').map(({ meta }) => meta.commandId));
  return events
    .filter((event) => isAskedIn(event) || !(toldByLadder.has(event.type) || isTriedAgain(event)))
    .filter(({ type, meta }) => !(followers.has(type) && acted.has(meta.commandId)))
    .map((event) => {
      const isStop = acts.has(event.type) && stopped.has(event.meta.commandId);
      return { event, also: isStop ? 'escalation stopped' : null };
    });
}
