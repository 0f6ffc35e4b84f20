import type { ShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';

interface Shift<Schedule> {
  readonly schedule: Schedule;
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** A person’s shifts that are not over, the next first. What follows without a break in one schedule, for whatever reason, is one. */
export function shiftsOf<Schedule>(
  personId: string,
  answers: readonly { readonly schedule: Schedule; readonly answer: Pick<ShiftsAnswer, 'final'> }[],
  now: number,
): readonly Shift<Schedule>[] {
  return answers
    .flatMap(({ schedule, answer }) => {
      const joined: Shift<Schedule>[] = [];
      for (const shift of answer.final.filter((one) => one.personId === personId)) {
        const [from, to] = [Date.parse(shift.from), Date.parse(shift.to)];
        const last = joined.at(-1);
        if (last && from <= last.to) joined[joined.length - 1] = { ...last, to: Math.max(last.to, to) };
        else joined.push({ schedule, from, to });
      }
      return joined;
    })
    .filter(({ to }) => to > now)
    .toSorted((one, other) => one.from - other.from);
}
