import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useClock } from '../../../data/time/clock.js';
import { useShifts } from '../../schedules/shared/use-shifts.js';
import type { Shift } from './shift.js';

const minute = 60_000;
const day = 86_400_000;

/** The rest of a person’s current shift, or their next one within four weeks; null: none. */
export function useNextShift(schedule: ScheduleRow, personId: string): Shift | null {
  const today = useClock((now) => now - (now % day));
  const now = useClock((time) => time - (time % minute));
  const { data } = useShifts(schedule, { from: today, to: today + 28 * day });
  const nextShift = data?.final.find((shift) => shift.personId === personId && Date.parse(shift.to) > now);
  return nextShift ? { from: Math.max(Date.parse(nextShift.from), now), to: Date.parse(nextShift.to) } : null;
}
