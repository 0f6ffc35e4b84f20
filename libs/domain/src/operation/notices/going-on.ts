import { duration } from '@tocsin/contracts/duration.js';
import { leadsOf, type NoticeChoice } from '@tocsin/contracts/notices/choices.js';
import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { onCallNow } from '../../setup/schedules/shared/on-call-now.js';
import { peopleInSchedule } from '../../setup/schedules/shared/people-in-schedule.js';
import type { NoticeCommand } from './commands.js';
import type { NoticeReads } from './reads.js';
import type { ToldShift } from './schedule-notices.js';
import type { NoticeContext, NoticeDecision, Told } from './state.js';
import { methodFor, wantedBy } from './shared/wanted.js';

const peopleAt = (row: ScheduleRow, at: string): readonly string[] => onCallNow(row, at).map(({ personId }) => personId);

/** Who comes on at an instant. Shifts that follow each other are one: who is on call before it already has begun. */
const startingAt = (row: ScheduleRow, at: string): readonly string[] => {
  const before = peopleAt(row, addMillis(at, -1));
  return [...new Set(peopleAt(row, at))].filter((personId) => !before.includes(personId));
};

const isTold = (told: readonly ToldShift[], { personId, at, lead }: ToldShift): boolean =>
  told.some((one) => one.personId === personId && one.at === at && one.lead <= lead);

/** The schedules by which somebody comes on then and was not told, in one order for all of them. */
const untoldSchedules = ({ schedules, scheduleNotices }: NoticeReads, shift: ToldShift): readonly string[] =>
  schedules
    .where('named', shift.personId)
    .filter((row) => startingAt(row, shift.at).includes(shift.personId) && !isTold(scheduleNotices.get(row.id)?.told ?? [], shift))
    .map(({ id }) => id)
    .toSorted();

/** The last of the chosen times that has come: what is late is told once. */
const leadNow = (leads: readonly number[], at: string, now: string): number | undefined =>
  leads.findLast((lead) => addMillis(at, -lead * duration.minute) <= now);

/** Tells who comes on so many minutes later. Several schedules at one moment are one message: that of the first tells of all. */
export const tellOfGoingOn = (
  { scheduleId, at, lead }: DataOf<NoticeCommand, 'TellOfGoingOn'>,
  { goingOn }: Told,
  { reads, now }: NoticeContext,
): NoticeDecision => {
  const row = reads.schedules.get(scheduleId);
  // a shift that began is no news
  if (!row || row.removed || at <= now) return [];
  const wanting = new Map<string, NoticeChoice>();
  for (const personId of peopleInSchedule(row)) {
    const choice = wantedBy(reads, personId, 'going_on');
    if (choice && leadNow(leadsOf(choice), at, now) === lead) wanting.set(personId, choice);
  }
  // shifts are computed only where somebody asks
  if (wanting.size === 0) return [];
  return startingAt(row, at).flatMap((personId) => {
    const choice = wanting.get(personId);
    if (!choice) return [];
    const shift = { personId, at, lead };
    // memory may not have the last message yet
    if (isTold(goingOn, shift)) return [];
    const scheduleIds = untoldSchedules(reads, shift);
    if (scheduleIds[0] !== scheduleId) return [];
    const contactMethodId = methodFor(reads.contacts.get(personId), choice.contactMethodId);
    const about = { kind: 'going_on' as const, from: at, lead, scheduleIds: scheduleIds.slice(0, noticeLimits.schedulesListed) };
    return [{ type: 'NoticeGiven' as const, data: { personId, contactMethodId, about } }];
  });
};
