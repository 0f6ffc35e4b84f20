import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { Suspense, useState } from 'react';
import { laterPart } from '../../../ui/lazy-part.js';
import { useMay } from '../../../data/session/session.js';
import { Button } from '../../../ui/button.js';
import type { Shift } from './shift.js';

interface Props {
  schedule: ScheduleRow;
  /** My shift; null: I have none, and can only ask for others. */
  shift: Shift | null;
  tall?: boolean;
  className?: string;
}

const CoverForm = laterPart(() => import('../cover-form.js'), 'CoverForm');

/** People on call ask for themselves, managers of the team for others too. */
export function useMayAskForCover({ teamId }: ScheduleRow, shift: Shift | null): boolean {
  const mayOwn = useMay('schedule.override', { teamId });
  const isManager = useMay('service.configure', { teamId });
  return isManager || (mayOwn && shift !== null);
}

/** A button that requests cover for a shift of the signed-in person, or a part of it. The form opens in its place. */
export function GetCover({ schedule, shift, tall = false, className = '' }: Props) {
  const may = useMayAskForCover(schedule, shift);
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  if (isOpen) return <AskForCover className={`basis-full ${className}`} {...{ schedule, shift }} onClose={() => setOpen(false)} />;
  return (
    <Button
      size={tall ? 'tall' : 'medium'}
      className={className}
      aria-label={`Ask for cover: ${schedule.name}`}
      onClick={() => setOpen(true)}
    >
      Ask for cover
    </Button>
  );
}

/** The inline form. */
export const AskForCover = ({
  schedule,
  shift,
  className,
  onClose,
}: Pick<Props, 'schedule' | 'shift' | 'className'> & { onClose: () => void }) => (
  <div className={className}>
    <Suspense>
      <CoverForm {...{ schedule, shift, onClose }} />
    </Suspense>
  </div>
);
