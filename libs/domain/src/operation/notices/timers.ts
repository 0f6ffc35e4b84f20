import { duration } from '@tocsin/contracts/duration.js';
import { noticeLeads } from '@tocsin/contracts/notices/kinds.js';
import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import type { TimedRows } from '@tocsin/kernel/registry.js';
import { addMillis, earlierOf } from '@tocsin/kernel/time.js';
import { machineRank } from '../../rules/ranks.js';
import { listChangesUntil } from '../../setup/schedules/shared/on-call-now.js';
import type { NoticeCommand } from './commands.js';
import type { ScheduleNoticesRow } from './schedule-notices.js';

/** It pages no one: after everything that does. */
const timer = (
  name: string,
  { data, ...command }: NoticeCommand & { readonly data: { readonly dueAt: string; readonly plannedBy: string } },
): Timer => ({
  name,
  dueAt: data.dueAt,
  plannedBy: data.plannedBy,
  rank: machineRank,
  command: { ...command, data },
});

/** Later handoffs than the next one are known only as far as the longest time ahead. */
const handoffsAhead = ({ rules, handoff }: ScheduleNoticesRow): readonly string[] => {
  if (!rules || !handoff) return [];
  const { dueAt } = handoff;
  const upTo = addMillis(dueAt, noticeLeads[0] * duration.minute);
  return [...listChangesUntil(rules, addMillis(dueAt, -1), upTo)].map(({ at }) => at);
};

const goingOn = (row: ScheduleNoticesRow): readonly Timer[] =>
  handoffsAhead(row).flatMap((at) =>
    noticeLeads.map((lead) => {
      const plan = { dueAt: addMillis(at, -lead * duration.minute), plannedBy: row.handoff!.plannedBy };
      return timer(`going on ${at} ${lead}`, { type: 'TellOfGoingOn', data: { scheduleId: row.scheduleId, at, lead, ...plan } });
    }),
  );

/** Once a day until the next handoff, which plans them again. */
const gaps = ({ scheduleId, handoff }: ScheduleNoticesRow): readonly Timer[] => {
  const looks: Timer[] = [];
  if (!handoff) return looks;
  const last = earlierOf(handoff.dueAt, addMillis(handoff.at, 60 * duration.day));
  for (
    let dueAt = addMillis(handoff.at, noticeLimits.gapLookAfter);
    dueAt < last || looks.length === 0;
    dueAt = addMillis(dueAt, noticeLimits.gapLookEvery)
  )
    looks.push(timer(`gaps ${looks.length}`, { type: 'LookForGaps', data: { scheduleId, dueAt, plannedBy: handoff.plannedBy } }));
  return looks;
};

const moved = ({ scheduleId, untold }: ScheduleNoticesRow): readonly Timer[] => {
  if (!untold) return [];
  const { edits, settlesAt } = untold;
  const { dueAt, plannedBy } = edits.at(-1)!;
  return [
    timer('moved soon', { type: 'TellOfMovedShifts', data: { scheduleId, dueAt, plannedBy, isSoon: true } }),
    timer('moved', { type: 'TellOfMovedShifts', data: { scheduleId, plannedBy, dueAt: settlesAt, isSoon: false } }),
  ];
};

const cached = new WeakMap<ScheduleNoticesRow, readonly Timer[]>();

/** Cached, because shifts are computed for it. */
const timersOfSchedule = (row: ScheduleNoticesRow): readonly Timer[] => {
  const found = cached.get(row) ?? [...goingOn(row), ...gaps(row), ...moved(row)];
  cached.set(row, found);
  return found;
};

export const noticeTimers: TimedRows = { view: 'scheduleNotices', category: 'notices', due: timersOfSchedule, looks: true };
