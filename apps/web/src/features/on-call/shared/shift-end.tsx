import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useClock } from '../../../data/time/clock.js';
import { listNames } from '../../../data/words/list-names.js';
import { myEnd } from './my-end.js';
import { useNames } from '../../../data/words/names.js';
import { useShifts } from '../../schedules/shared/use-shifts.js';
import { useRow } from '../../../data/cache/use-view.js';
import { clockTime } from '../../../data/time/times.js';

const minute = 60_000;
const day = 86_400_000;
const lookAhead = 28 * day;

/** `until Mon 09:00, then Bo`, for a person who stays on call at the next handoff: the end is computed from the shifts ahead. */
export function ShiftEnd({ row }: { row: OnCallRow }) {
  const schedule = useRow('schedules', row.id).data?.row;
  return schedule ? <EndWords schedule={schedule} /> : null;
}

function EndWords({ schedule }: { schedule: ScheduleRow }) {
  const names = useNames();
  const now = useClock((time) => time - (time % minute));
  const from = now - (now % day);
  const { data } = useShifts(schedule, { from, to: from + lookAhead });
  const end = data && myEnd(data, names.me, now);
  return end ? `until ${clockTime(end.at, now)}, then ${listNames(end.then, names) || 'no one'}` : null;
}
