import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import type { NoticeFact } from '@tocsin/contracts/notices/noun.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { listMovedShifts, type MovedShifts } from '../../setup/schedules/shared/moved-shifts.js';
import type { NoticeCommand } from './commands.js';
import type { UntoldEdits } from './schedule-notices.js';
import type { NoticeContext, NoticeDecision, Told } from './state.js';
import { methodFor, wantedBy } from './shared/wanted.js';

/** Whether something changes before the edits would have settled: then nobody waits. */
const isSoon = ({ before, after }: MovedShifts, { settlesAt }: UntoldEdits): boolean =>
  [...before, ...after].some(({ from }) => from <= settlesAt);

const noticeOf = (
  scheduleId: string,
  { personId, before, after }: MovedShifts,
  { edits }: UntoldEdits,
  { reads }: NoticeContext,
): readonly NoticeFact[] => {
  const choice = wantedBy(reads, personId, 'shifts_moved');
  const by = [...new Set(edits.flatMap((edit) => edit.by))];
  // who alone edited knows it
  if (!choice || (by.length === 1 && by[0] === personId)) return [];
  const { shiftsListed } = noticeLimits;
  const about = {
    kind: 'shifts_moved' as const,
    scheduleId,
    by: by.filter((id) => reads.people.get(id) !== undefined),
    before: before.slice(0, shiftsListed).map((one) => ({ ...one })),
    after: after.slice(0, shiftsListed).map((one) => ({ ...one })),
    more: Math.max(0, before.length - shiftsListed) + Math.max(0, after.length - shiftsListed),
  };
  return [
    { type: 'NoticeGiven', data: { personId, contactMethodId: methodFor(reads.contacts.get(personId), choice.contactMethodId), about } },
  ];
};

/** Tells exactly those whose coming shifts the edits changed: how they were before the first, and are after the last. */
export const tellOfMovedShifts = (
  { scheduleId, plannedBy, isSoon: atOnce }: DataOf<NoticeCommand, 'TellOfMovedShifts'>,
  _told: Told,
  context: NoticeContext,
): NoticeDecision => {
  const { reads, now } = context;
  const row = reads.scheduleNotices.get(scheduleId);
  const untold = row?.untold;
  if (!untold || untold.edits.at(-1)!.plannedBy !== plannedBy) return [];
  const moved = listMovedShifts(untold.edits[0].before, row.rules, { from: now, to: addMillis(now, noticeLimits.shiftsAhead) });
  if (atOnce && !moved.some((one) => isSoon(one, untold))) return [];
  const facts = moved.flatMap((one) => noticeOf(scheduleId, one, untold, context));
  return facts.length > 0 || atOnce ? facts : [{ type: 'NoticePassedOver', data: { scheduleId } }];
};
