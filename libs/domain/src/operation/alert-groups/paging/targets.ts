import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { DutyShown } from '@tocsin/contracts/people/duty.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { replacementOf } from '../../../setup/people/shared/replacement.js';
import { findNextOnCall, onCallNow } from '../../../setup/schedules/shared/on-call-now.js';
import type { GroupReads } from '../shared/reads.js';

type TargetOutcome = FactOf<'EscalationStepTaken'>['targets'][number]['persons'][number];

/** A person to whom a target resolves, and why, for a schedule. */
export type TargetPerson = Pick<TargetOutcome, 'personId' | 'onCall'>;

/**
 * The people that a target resolves to at an instant. Schedules, teams and replacements are read when the step is due, so older versions of a policy
 * too page the replacement of a person who left. Empty for a gap in a schedule, for a removed target, and for a webhook.
 */
export const resolveTarget = (target: PolicyTarget, reads: GroupReads, now: string): readonly TargetPerson[] => {
  if (target.kind === 'webhook') return [];
  if (target.kind === 'person') return [{ personId: replacementOf(reads, target.personId) }];
  if (target.kind === 'team')
    return (reads.teams.get(target.teamId)?.members ?? []).map(({ personId }) => ({ personId: replacementOf(reads, personId) }));
  return resolveSchedule(reads, target.scheduleId, now, (schedule) =>
    target.kind === 'schedule' ? onCallNow(schedule, now) : (findNextOnCall(schedule, now)?.people ?? []),
  );
};

const resolveSchedule = (
  reads: GroupReads,
  scheduleId: string,
  now: string,
  duties: (schedule: ScheduleRow) => readonly DutyShown[],
): readonly TargetPerson[] => {
  const schedule = reads.schedules.get(scheduleId);
  if (!schedule || schedule.removed) return [];
  const version = schedule.versions.findLast(({ effectiveFrom }) => effectiveFrom <= now)?.version ?? schedule.version;
  return duties(schedule).map(({ personId, why }) => ({
    personId: replacementOf(reads, personId),
    onCall: { scheduleId, version: why.kind === 'rotation' ? why.version : version, why },
  }));
};
