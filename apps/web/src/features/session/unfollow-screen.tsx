import type { FollowShown } from '@tocsin/contracts/followers/follow-link.js';
import { noticeTraits } from '@tocsin/contracts/notices/kinds.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { sayRefusal } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { OutsideFrame } from '../../ui/outside-frame.js';
import { LinkReading } from './link-reading.js';

/** News of a service, or a kind of quiet message. */
const wordsOf = ({ kind, serviceName, personName }: FollowShown) =>
  kind === undefined
    ? {
        ended: `You don’t follow ${serviceName}`,
        asks: `Stop following ${serviceName}?`,
        lead: `${personName} is told quietly what becomes of its alert groups.`,
        press: 'Stop following',
      }
    : {
        ended: `“${noticeTraits[kind].word}” is off`,
        asks: `Switch off “${noticeTraits[kind].word}”?`,
        lead: `${personName} gets this quiet message. ${noticeTraits[kind].says}`,
        press: 'Switch off',
      };

/** Behind the last link in a quiet mail, also without a session. Opening it changes nothing: mail scanners open links. */
export function UnfollowScreen({ secret }: { secret: string }) {
  const path = `/follows/${encodeURIComponent(secret)}`;
  const reading = useQuery({ queryKey: ['follow', secret], queryFn: () => api<FollowShown>('GET', path), retry: false });
  const end = useMutation({
    mutationFn: () => api('POST', path),
    onError: (error) => sayRefusal('stop these messages', error),
  });
  const { data } = reading;
  if (!data) return <LinkReading of={reading} title="Quiet messages" />;
  const { ended, asks, lead, press } = wordsOf(data);
  if (end.isSuccess || !data.follows)
    return (
      <OutsideFrame title={ended} lead="You get no more messages about it. Pages are not affected.">
        <a href="/" className="link">
          Open Tocsin
        </a>
      </OutsideFrame>
    );
  return (
    <OutsideFrame title={asks} lead={lead}>
      <Button kind="act" className="w-full" busy={end.isPending} onClick={() => end.mutate()}>
        {press}
      </Button>
    </OutsideFrame>
  );
}
