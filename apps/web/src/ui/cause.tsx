import type { Recorded } from '@tocsin/contracts/envelope.js';
import { causeOf } from '../data/cause.js';

/** What led to a fact: a link to the event on the same screen, or words. */
export function Cause({ event }: { event: Recorded }) {
  const cause = causeOf(event);
  if (cause.kind === 'event') {
    return (
      <a className="link font-mono text-[12.5px]" href={`#event-${cause.eventId}`}>
        {cause.eventId}
      </a>
    );
  }
  return <span>{cause.kind === 'outside' ? 'nothing before it: it came from outside' : 'not recorded'}</span>;
}
