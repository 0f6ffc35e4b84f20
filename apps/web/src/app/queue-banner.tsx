import { Link } from '@tanstack/react-router';
import { useQueue, withdraw } from '../data/offline/queue.js';

/** Queued acknowledgements, shown on every screen until they are sent. */
export function QueueBanner() {
  const queue = useQueue();
  return (
    <output className="block">
      {queue.map(({ groupId, number }) => (
        <span
          key={groupId}
          className="flex flex-wrap items-center gap-x-3 border-t border-warn/40 bg-warn-tint px-4 py-1.5 text-warn sm:px-5"
        >
          <span className="min-w-0 flex-1">
            Acknowledgement of{' '}
            <Link to="/alerts/$number" params={{ number: String(number) }} className="font-semibold underline underline-offset-3">
              #{number}
            </Link>{' '}
            is <span className="font-semibold">queued, not sent yet: no one else can see it.</span>
          </span>
          <button type="button" className="rounded-md border border-warn/60 px-2.5 py-0.5" onClick={() => withdraw(groupId)}>
            Discard
          </button>
        </span>
      ))}
    </output>
  );
}
