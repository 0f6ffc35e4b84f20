import type { OnCallAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { WhenRead } from '../../ui/when-read.js';
import { momentWords, whyThen } from './moment-words.js';
import { stampOf } from './shared/shift-stamp.js';

interface Props {
  schedule: ScheduleRow;
  at: string;
  zone: string;
  onClose: () => void;
}

const minute = 60_000;

/** Who was on call at the linked time, and why. */
export function MomentPanel({ schedule, at, zone, onClose }: Props) {
  const reading = useQuery({
    queryKey: keys.shifts(schedule.id, { at, stamp: stampOf(schedule) }),
    queryFn: ({ signal }) => api<OnCallAnswer>('GET', `/on-call?${new URLSearchParams({ schedule: schedule.id, at })}`, { signal }),
  });
  const names = useNames();
  const now = useClock((time) => time - (time % minute));
  const moment = reading.data?.schedules[0];
  return (
    <section aria-label="Linked time" className="mb-4 flex items-start gap-3 rounded-lg border border-warn px-3 py-2">
      <div className="min-w-0 flex-1">
        <WhenRead of={[reading]} what="Who was on call then" lines={1}>
          {moment && <p className="font-medium">{momentWords(moment, names, zone, now)}</p>}
          <ul className="text-xs text-muted">
            {moment?.now.map((duty) => (
              <li key={`${duty.personId} ${JSON.stringify(duty.why)}`}>{whyThen(duty, schedule, names, zone)}</li>
            ))}
          </ul>
        </WhenRead>
      </div>
      <Button kind="quiet" className="!h-7 shrink-0 !px-2" title="Back to now (T)" onClick={onClose}>
        Back to now
      </Button>
    </section>
  );
}
