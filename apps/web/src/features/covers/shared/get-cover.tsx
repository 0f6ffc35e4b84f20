import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { lazy, Suspense, useState } from 'react';
import { loadLater } from '../../../ui/load-later.js';
import { useMay } from '../../../data/session/session.js';
import { Button } from '../../../ui/button.js';
import type { Shift } from './shift.js';

interface Props {
  schedule: Pick<ScheduleRow, 'id' | 'name' | 'teamId'>;
  shift: Shift;
  tall?: boolean;
  className?: string;
}

const CoverForm = lazy(async () => ({ default: (await loadLater(() => import('../cover-form.js'))).CoverForm }));

/** Asks others to be on call in my place, for a shift of mine or a part of it. The form opens where the button is. */
export function GetCover({ schedule, shift, tall = false, className = '' }: Props) {
  const may = useMay('schedule.override', { teamId: schedule.teamId });
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  if (isOpen)
    return (
      <div className={`basis-full ${className}`}>
        <Suspense>
          <CoverForm schedule={schedule} shift={shift} onClose={() => setOpen(false)} />
        </Suspense>
      </div>
    );
  return (
    <Button tall={tall} className={className} aria-label={`Get cover for ${schedule.name}`} onClick={() => setOpen(true)}>
      Get cover
    </Button>
  );
}
