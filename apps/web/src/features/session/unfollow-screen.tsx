import type { FollowShown } from '@tocsin/contracts/followers/follow-link.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { sayRefusal } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { OutsideFrame } from '../../ui/outside-frame.js';
import { LinkReading } from './link-reading.js';

/** Behind the link in a mail to a follower, also without a session. Opening it changes nothing: mail scanners open links. */
export function UnfollowScreen({ secret }: { secret: string }) {
  const path = `/follows/${encodeURIComponent(secret)}`;
  const reading = useQuery({ queryKey: ['follow', secret], queryFn: () => api<FollowShown>('GET', path), retry: false });
  const end = useMutation({
    mutationFn: () => api('POST', path),
    onError: (error) => sayRefusal('stop following', error),
  });
  const { data } = reading;
  if (!data) return <LinkReading of={reading} title="Followed service" />;
  if (end.isSuccess || !data.follows)
    return (
      <OutsideFrame title={`You don’t follow ${data.serviceName}`} lead="You get no more messages about it. Pages are not affected.">
        <a href="/" className="link">
          Open Tocsin
        </a>
      </OutsideFrame>
    );
  return (
    <OutsideFrame
      title={`Stop following ${data.serviceName}?`}
      lead={`${data.personName} is told quietly what becomes of its alert groups.`}
    >
      <Button kind="act" className="w-full" busy={end.isPending} onClick={() => end.mutate()}>
        Stop following
      </Button>
    </OutsideFrame>
  );
}
