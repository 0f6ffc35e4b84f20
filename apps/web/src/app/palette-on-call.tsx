import { useNavigate } from '@tanstack/react-router';
import { useClock } from '../data/time/clock.js';
import { useNames } from '../data/words/names.js';
import { peopleOf, untilThen, whoIsOnCall } from '../features/on-call/shared/on-call-words.js';
import { useJudge } from '../data/session/session.js';
import { useCommand } from '../data/cache/use-command.js';
import { useAll } from '../data/cache/use-view.js';
import { Group, Item, type Close } from './palette-item.js';

/** Schedules: who is on call, and the action to go on call. */
export function OnCall({ close }: { close: Close }) {
  const rows = useAll('onCall').filter(({ removed }) => !removed);
  const names = useNames();
  const navigate = useNavigate();
  const minute = useClock((now) => now - (now % 60_000));
  const mayTake = useJudge('schedule.override');
  const take = useCommand('TakeOnCall', 'go on call');
  if (rows.length === 0) return null;
  const takeable = rows.filter((row) => mayTake({ teamId: row.teamId }) && peopleOf(row).join() !== names.me);
  return (
    <Group heading="On call">
      {rows.map((row) => (
        <Item
          key={row.id}
          value={`who is on call schedule ${row.name} ${peopleOf(row).map(names.person).join(' ')} ${row.id}`}
          onSelect={close(() => navigate({ to: '/schedules/$id', params: { id: row.id } }))}
          isAnswer
          aside={`${whoIsOnCall(row, names)} ${untilThen(row, names, minute)}`}
        >
          {row.name}
        </Item>
      ))}
      {takeable.map((row) => (
        <Item
          key={row.id}
          value={`take it go on call for ${row.name} ${row.id}`}
          onSelect={close(() => take.mutate({ scheduleId: row.id }))}
        >
          Take this shift: go on call for {row.name}
        </Item>
      ))}
    </Group>
  );
}
