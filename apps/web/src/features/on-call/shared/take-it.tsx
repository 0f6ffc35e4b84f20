import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Suspense, useState } from 'react';
import { laterPart } from '../../../ui/lazy-part.js';
import { Button } from '../../../ui/button.js';
import { useTake } from './use-take.js';

const TakeOverOffer = laterPart(() => import('../../covers/shared/take-over-offer.js'), 'TakeOverOffer');

/** Goes on call now; what fires there unacknowledged is offered then. Hidden without the permission, or if I am already the only one. */
export function TakeIt({ row, tall = false, className }: { row: OnCallRow; tall?: boolean; className?: string }) {
  const { mayTake, take, isPending } = useTake();
  const [isTaken, setTaken] = useState(false);
  if (!mayTake(row))
    return isTaken ? (
      <Suspense>
        <TakeOverOffer scheduleId={row.id} />
      </Suspense>
    ) : null;
  return (
    <Button
      size={tall ? 'tall' : 'medium'}
      busy={isPending}
      title={`Go on call for ${row.name} now, until the current shift ends`}
      aria-label={`Take this shift: go on call for ${row.name}`}
      {...(className ? { className } : {})}
      onClick={() => take(row, () => setTaken(true))}
    >
      Take this shift
    </Button>
  );
}
