import { duration } from '@tocsin/contracts/duration.js';
import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import type { Gap } from '@tocsin/contracts/notices/noun.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { listGapsAhead } from '../../setup/schedules/shared/gaps-ahead.js';
import type { NoticeCommand } from './commands.js';
import type { NoticeContext, NoticeDecision, Told } from './state.js';
import { methodFor, wantedBy } from './shared/wanted.js';

const { hour, day } = duration;

/** Those that begin in time; without an end where that is too far away. */
const gapsOf = (row: ScheduleRow, now: string): readonly Gap[] => {
  const horizon = addMillis(now, noticeLimits.gapHorizon);
  const last = addMillis(now, noticeLimits.gapAhead + noticeLimits.gapLookEvery);
  return listGapsAhead(row, now, horizon)
    .filter(({ from }) => from > now && from <= last)
    .map(({ from, to }) => ({ from, to: to < horizon ? to : null }));
};

const lengthOf = ({ from, to }: Gap): number => (to === null ? Number.POSITIVE_INFINITY : millisBetween(from, to));

/** A gap that a schedule has each week: an hour of summer time apart at most. */
const isWeekly = (gap: Gap, earlier: Gap): boolean => {
  const apart = millisBetween(earlier.from, gap.from) % (7 * day);
  return (apart <= hour || apart >= 7 * day - hour) && Math.abs(lengthOf(gap) - lengthOf(earlier)) <= hour;
};

/** Told before, unless it changed. */
const isTold = (gap: Gap, { gaps }: Told): boolean =>
  gaps.some((told) => (told.from === gap.from && (told.to === gap.to || told.to === null || gap.to === null)) || isWeekly(gap, told));

/** Tells the managers of the schedule’s team a week ahead. A gap that was closed before is never told. */
export const lookForGaps = (
  { scheduleId }: DataOf<NoticeCommand, 'LookForGaps'>,
  told: Told,
  { reads, now }: NoticeContext,
): NoticeDecision => {
  const row = reads.schedules.get(scheduleId);
  if (!row || row.removed) return [];
  const managers = reads.teams.get(row.teamId)?.members.filter(({ role }) => role === 'manager') ?? [];
  const asking = managers.flatMap(({ personId }) => {
    const choice = wantedBy(reads, personId, 'gap_ahead');
    return choice ? [{ personId, choice }] : [];
  });
  const gaps = asking.length > 0 ? gapsOf(row, now).filter((gap) => !isTold(gap, told)) : [];
  if (gaps.length === 0) return [];
  const about = {
    kind: 'gap_ahead' as const,
    scheduleId,
    gaps: gaps.slice(0, noticeLimits.shiftsListed).map((gap) => ({ ...gap })),
    more: Math.max(0, gaps.length - noticeLimits.shiftsListed),
  };
  return asking.map(({ personId, choice }) => ({
    type: 'NoticeGiven',
    data: { personId, contactMethodId: methodFor(reads.contacts.get(personId), choice.contactMethodId), about },
  }));
};
