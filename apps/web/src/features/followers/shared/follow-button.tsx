import { Bell, BellOff } from 'lucide-react';
import { useMe } from '../../../data/session/session.js';
import { say } from '../../../data/toasts.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useRow } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';

/** Follows a service, or no longer: one press each. */
export function FollowButton({ serviceId, name }: { serviceId: string; name: string }) {
  const { personId } = useMe();
  const { data } = useRow('contacts', personId);
  const isFollowed = data?.row?.follows?.some((one) => one.serviceId === serviceId) ?? false;
  const follow = useCommand('FollowService', `follow ${name}`);
  const unfollow = useCommand('UnfollowService', `stop following ${name}`);
  const press = () => {
    if (isFollowed) return unfollow.mutate({ personId, serviceId });
    const detail = 'You are told quietly when its alert groups open, are acknowledged and are resolved. Choose how in My settings.';
    return follow.mutate(
      { personId, serviceId, contactMethodId: null },
      { onSuccess: () => say({ kind: 'done', title: `Following ${name}`, detail }) },
    );
  };
  const Icon = isFollowed ? BellOff : Bell;
  return (
    <Button busy={follow.isPending || unfollow.isPending} onClick={press}>
      <Icon aria-hidden size={16} strokeWidth={1.5} />
      {isFollowed ? 'Stop following' : 'Follow'}
    </Button>
  );
}
