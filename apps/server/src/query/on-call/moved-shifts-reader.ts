import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import { draftRequest } from '@tocsin/contracts/schedules/answers.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { listDifferences } from '@tocsin/domain/setup/schedules/answers/draft-answer.js';
import { draftSchedule } from '@tocsin/domain/setup/schedules/answers/draft-schedule.js';
import { listMovedShifts } from '@tocsin/domain/setup/schedules/shared/moved-shifts.js';
import { isRefused } from '@tocsin/kernel/decide/refusal.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { MovedShifts } from '../config-plans/plan-job.js';

/** Who is on call instead of whom, by the same rules as the preview of a schedule’s editor. */
export const createMovedShifts =
  (reads: DomainReads): MovedShifts =>
  ({ scheduleId, label, data }, { now, at, actor }) => {
    const row = reads.schedules.get(scheduleId);
    const range = { from: now, to: addMillis(at, fileLimits.shiftsAhead) };
    const draft = row && draftSchedule(scheduleId, row, draftRequest.parse({ ...data, ...range }), { actor, reads, now });
    if (!draft || isRefused(draft)) return { people: [], shifts: [] };
    const people = listDifferences(draft, range).map(({ from, to, was, becomes }) => ({
      schedule: label,
      timeZone: draft.after.timeZone,
      from,
      to,
      was: [...was],
      becomes: [...becomes],
    }));
    const shifts = listMovedShifts(draft.before, draft.after, range).map(({ personId: who, before, after }) => ({
      schedule: label,
      who,
      lost: before.length,
      gained: after.length,
    }));
    return { people, shifts };
  };
