import { Link } from '@tanstack/react-router';
import { useQueue, withdraw } from '../data/offline/queue.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';

/** Queued acknowledgements, shown on every screen until they are sent. */
export function QueueBanner() {
  const queue = useQueue();
  return (
    <output className="grid gap-2">
      {queue.map(({ groupId, number }) => (
        <Banner
          key={groupId}
          action={
            <Button size="small" onClick={() => withdraw(groupId)}>
              Discard
            </Button>
          }
        >
          Acknowledgement of{' '}
          <Link to="/alerts/$number" params={{ number: String(number) }} className="font-semibold underline underline-offset-3">
            #{number}
          </Link>{' '}
          is <span className="font-semibold">queued, not sent yet: no one else can see it.</span>
        </Banner>
      ))}
    </output>
  );
}
