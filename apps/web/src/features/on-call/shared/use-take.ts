import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useJudge, useMe } from '../../../data/session/session.js';
import { say } from '../../../data/toasts.js';

type Row = Pick<OnCallRow, 'id' | 'name' | 'teamId' | 'people'>;

/** Puts me on call now instead of everyone on call, each until the end of their turn. Not where I am the only one already. */
export function useTake() {
  const { personId } = useMe();
  const judge = useJudge('schedule.override');
  const command = useCommand('TakeOnCall', 'go on call');
  return {
    isPending: command.isPending,
    mayTake: (row: Row): boolean => judge({ teamId: row.teamId }) && (row.people.length !== 1 || row.people[0]!.personId !== personId),
    take: ({ id: scheduleId, name }: Row, onDone?: () => void): void =>
      command.mutate(
        { scheduleId },
        {
          onSuccess: () => {
            say({ kind: 'done', title: `You are on call for ${name}`, detail: 'Everyone you replaced is notified.' });
            onDone?.();
          },
        },
      ),
  };
}
