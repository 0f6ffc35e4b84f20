import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DutyShown } from '@tocsin/contracts/people/duty.js';
import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { ConfigurationContext, ConfigurationReads } from '../../../reads.js';
import { canServe, isHere } from '../../../rules/can-serve.js';
import { whyNotAskable } from '../../people/shared/askable.js';
import { replacementOf } from '../../people/shared/replacement.js';
import { findNextOnCall, onCallNow } from '../../schedules/shared/on-call-now.js';

type TargetOutcome = FactOf<'EscalationStepTaken'>['targets'][number]['persons'][number];

/** A person to whom a target resolves, and why, for a schedule. */
export type TargetPerson = Pick<TargetOutcome, 'personId' | 'onCall'>;

interface TargetRules<T> {
  /** Why a policy of this team can’t be saved with it; null: it can. */
  readonly problem: (target: T, context: ConfigurationContext, teamId: string) => RefusalCode | null;
  /** Why no one can be asked through it by hand; null: they can. */
  readonly problemByHand: (target: T, reads: ConfigurationReads) => RefusalCode | null;
  readonly people: (target: T, reads: ConfigurationReads, now: string) => readonly TargetPerson[];
  /** Whether it includes this person, now or at another time. */
  readonly includes: (target: T, personId: string, reads: Pick<ConfigurationReads, 'schedules' | 'teams'>) => boolean;
  /** For a program: the event subscription that is called. */
  readonly calls?: (target: T) => string;
}
type Kind = PolicyTarget['kind'];

const isThere = (row: { readonly removed: boolean } | undefined): boolean => row?.removed === false;

const peopleOnDuty = (
  reads: ConfigurationReads,
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

const ofSchedule: Omit<TargetRules<{ readonly scheduleId: string }>, 'people'> = {
  problem: ({ scheduleId }, { reads }) => (isThere(reads.schedules.get(scheduleId)) ? null : 'policy.schedule_unknown'),
  problemByHand: ({ scheduleId }, { schedules }) => (isThere(schedules.get(scheduleId)) ? null : 'schedule.not_found'),
  includes: ({ scheduleId }, personId, { schedules }) => schedules.where('named', personId).some(({ id }) => id === scheduleId),
};

const rulesOfKind: { readonly [K in Kind]: TargetRules<Extract<PolicyTarget, { kind: K }>> } = {
  person: {
    problem: ({ personId }, context) => {
      if (canServe(context, personId)) return null;
      return isHere(context, personId) ? 'person.observes' : 'policy.target_unknown';
    },
    problemByHand: ({ personId }, reads) => whyNotAskable(reads, personId),
    people: ({ personId }, reads) => [{ personId: replacementOf(reads, personId) }],
    includes: (target, personId) => target.personId === personId,
  },
  schedule: {
    ...ofSchedule,
    people: ({ scheduleId }, reads, now) => peopleOnDuty(reads, scheduleId, now, (schedule) => onCallNow(schedule, now)),
  },
  next_on_call: {
    ...ofSchedule,
    people: ({ scheduleId }, reads, now) => peopleOnDuty(reads, scheduleId, now, (schedule) => findNextOnCall(schedule, now)?.people ?? []),
  },
  team: {
    problem: ({ teamId }, { reads }) => (isThere(reads.teams.get(teamId)) ? null : 'policy.team_unknown'),
    problemByHand: ({ teamId }, { teams }) => (isThere(teams.get(teamId)) ? null : 'team.not_found'),
    people: ({ teamId }, reads) =>
      (reads.teams.get(teamId)?.members ?? []).map(({ personId }) => ({ personId: replacementOf(reads, personId) })),
    includes: ({ teamId }, personId, { teams }) => teams.get(teamId)?.members.some((member) => member.personId === personId) ?? false,
  },
  webhook: {
    problem: ({ subscriptionId }, { reads }, teamId) => {
      const webhook = reads.eventQueues.get(subscriptionId)?.state;
      return webhook && (webhook.teamId === null || webhook.teamId === teamId) ? null : 'policy.webhook_unknown';
    },
    problemByHand: () => 'alert_group.nobody_behind_targets',
    people: () => [],
    includes: () => false,
    calls: ({ subscriptionId }) => subscriptionId,
  },
};

export const rulesOfTarget = ({ kind }: PolicyTarget): TargetRules<PolicyTarget> =>
  rulesOfKind[kind] as unknown as TargetRules<PolicyTarget>;

/**
 * The people that a target resolves to at an instant. Schedules, teams and replacements are read when the step is due, so older versions of a policy
 * too page the replacement of a person who left. Empty for a gap in a schedule, for a removed target, and for a program.
 */
export const resolveTarget = (target: PolicyTarget, reads: ConfigurationReads, now: string): readonly TargetPerson[] =>
  rulesOfTarget(target).people(target, reads, now);
