import type { PersonShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';

interface Shift {
  readonly scheduleId: string;
  readonly name: string;
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** A person’s current and future shifts, next first. Adjacent shifts in one schedule are merged. */
export function shiftsOf({ shifts }: Pick<PersonShiftsAnswer, 'shifts'>, now: number): readonly Shift[] {
  const joined: Shift[] = [];
  const last = new Map<string, number>();
  for (const { scheduleId, name, ...shift } of shifts) {
    const [from, to] = [Date.parse(shift.from), Date.parse(shift.to)];
    const at = last.get(scheduleId);
    const before = at === undefined ? undefined : joined[at];
    if (at !== undefined && before && from <= before.to) joined[at] = { ...before, to: Math.max(before.to, to) };
    else last.set(scheduleId, joined.push({ scheduleId, name, from, to }) - 1);
  }
  return joined.filter(({ to }) => to > now);
}
