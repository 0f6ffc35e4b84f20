import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Suspense, useState } from 'react';
import { laterPart } from '../../../ui/lazy-part.js';
import { peopleOf } from './on-call-words.js';
import { useMay, useMe } from '../../../data/session/session.js';
import { say } from '../../../data/toasts.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Button } from '../../../ui/button.js';

const TakeOverOffer = laterPart(() => import('../../covers/shared/take-over-offer.js'), 'TakeOverOffer');

/**
 * Puts me on call now instead of everyone on call, each until the end of their turn. Hidden without the permission, or if I am already the only
 * one.
 */
export function TakeIt({ row, tall = false, className }: { row: OnCallRow; tall?: boolean; className?: string }) {
  const { personId } = useMe();
  const may = useMay('schedule.override', { teamId: row.teamId });
  const take = useCommand('TakeOnCall', `go on call for ${row.name}`);
  const [isTaken, setTaken] = useState(false);
  const people = peopleOf(row);
  if (!may) return null;
  if (people.length === 1 && people[0] === personId)
    return isTaken ? (
      <Suspense>
        <TakeOverOffer scheduleId={row.id} />
      </Suspense>
    ) : null;
  return (
    <Button
      size={tall ? 'tall' : 'medium'}
      busy={take.isPending}
      title={`Go on call for ${row.name} now, until the current shift ends`}
      aria-label={`Take this shift: go on call for ${row.name}`}
      {...(className ? { className } : {})}
      onClick={() =>
        take.mutate(
          { scheduleId: row.id },
          {
            onSuccess: () => {
              setTaken(true);
              say({ kind: 'done', title: `You are on call for ${row.name}`, detail: 'Everyone you replaced is notified.' });
            },
          },
        )
      }
    >
      Take this shift
    </Button>
  );
}
