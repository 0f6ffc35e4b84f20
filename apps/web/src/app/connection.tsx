import { useEffect, useState } from 'react';
import { useClock } from '../data/time/clock.js';
import { ageOfShown, useConnection } from '../data/cache/use-connection.js';
import { span } from '../data/time/times.js';

/** Always visible: whether the screen is live, and how old it is when it isn’t. */
export function ConnectionState() {
  const connection = useConnection();
  const { state, caughtUp } = connection;
  const lostFor = useClock(() => (state === 'lost' ? span(ageOfShown(connection)) : ''));
  const isNews = useFor(6_000, caughtUp);
  return (
    <output className="flex min-w-0 items-center gap-1.5 pl-2 text-xs text-muted max-sm:px-1 sm:max-lg:px-0">
      <svg aria-hidden width="8" height="8" viewBox="0 0 8 8" className={`shrink-0 ${state === 'live' ? 'text-done' : 'text-warn'}`}>
        {state === 'live' ? (
          <circle cx="4" cy="4" r="4" fill="currentColor" />
        ) : (
          <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" strokeWidth="2" />
        )}
      </svg>
      <span className="min-w-0 sm:max-lg:sr-only">
        {state === 'live' && (isNews ? 'Connected again, caught up' : 'Live')}
        {state === 'connecting' && 'Connecting…'}
        {state === 'lost' && (
          <span className="font-medium text-ink">
            Not connected
            <span className="max-sm:sr-only">
              : <span className="sr-only">this screen is</span> <span className="whitespace-nowrap">{lostFor} old</span>
            </span>
          </span>
        )}
      </span>
    </output>
  );
}

/** True for a while after `count` has risen. */
function useFor(millis: number, count: number): boolean {
  const [ended, setEnded] = useState(count);
  useEffect(() => {
    const timer = setTimeout(() => setEnded(count), millis);
    return () => clearTimeout(timer);
  }, [count, millis]);
  return count > ended;
}
