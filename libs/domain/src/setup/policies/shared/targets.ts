import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DutyShown } from '@tocsin/contracts/people/duty.js';
import type { PolicyTarget, Target } from '@tocsin/contracts/policies/noun.js';
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
  readonly people: (target: T, reads: ConfigurationReads, now: string) => readonly TargetPerson[];
  /** Whether it includes this person, now or at another time. */
  readonly includes: (target: T, personId: string, reads: Pick<ConfigurationReads, 'schedules' | 'teams'>) => boolean;
  /** For a program: the event subscription that is called. */
  readonly calls?: (target: T) => string;
}
type Of<K> = Extract<PolicyTarget, { kind: K }>;
type Check<T> = (target: T, context: ConfigurationContext, teamId: string) => RefusalCode | null;
type CheckByHand<T> = (target: T, reads: ConfigurationReads) => RefusalCode | null;
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

const isScheduleThere: Check<{ readonly scheduleId: string }> = ({ scheduleId }, { reads }) =>
  isThere(reads.schedules.get(scheduleId)) ? null : 'policy.schedule_unknown';

// apart from the other rules, so that the refusals of a command are found in what it reaches
const checks: { readonly [K in Kind]: Check<Of<K>> } = {
  person: ({ personId }, context) => {
    if (canServe(context, personId)) return null;
    return isHere(context, personId) ? 'person.observes' : 'policy.target_unknown';
  },
  schedule: isScheduleThere,
  next_on_call: isScheduleThere,
  team: ({ teamId }, { reads }) => (isThere(reads.teams.get(teamId)) ? null : 'policy.team_unknown'),
  webhook: ({ subscriptionId }, { reads }, teamId) => {
    const webhook = reads.eventQueues.get(subscriptionId)?.state;
    return webhook && (webhook.teamId === null || webhook.teamId === teamId) ? null : 'policy.webhook_unknown';
  },
};

/** Why a policy of this team can’t be saved with it; null: it can. */
export const problemOfTarget: Check<PolicyTarget> = (target, context, teamId) =>
  (checks[target.kind] as Check<PolicyTarget>)(target, context, teamId);

const isScheduleThereByHand: CheckByHand<{ readonly scheduleId: string }> = ({ scheduleId }, { schedules }) =>
  isThere(schedules.get(scheduleId)) ? null : 'schedule.not_found';

const checksByHand: { readonly [K in Target['kind']]: CheckByHand<Of<K>> } = {
  person: ({ personId }, reads) => whyNotAskable(reads, personId),
  schedule: isScheduleThereByHand,
  next_on_call: isScheduleThereByHand,
  team: ({ teamId }, { teams }) => (isThere(teams.get(teamId)) ? null : 'team.not_found'),
};

/** Why no one can be asked through it by hand; null: they can. */
export const problemByHand: CheckByHand<Target> = (target, reads) => (checksByHand[target.kind] as CheckByHand<Target>)(target, reads);

const includedInSchedule: TargetRules<{ readonly scheduleId: string }>['includes'] = ({ scheduleId }, personId, { schedules }) =>
  schedules.where('named', personId).some(({ id }) => id === scheduleId);

const rulesOfKind: { readonly [K in Kind]: TargetRules<Of<K>> } = {
  person: {
    people: ({ personId }, reads) => [{ personId: replacementOf(reads, personId) }],
    includes: (target, personId) => target.personId === personId,
  },
  schedule: {
    people: ({ scheduleId }, reads, now) => peopleOnDuty(reads, scheduleId, now, (schedule) => onCallNow(schedule, now)),
    includes: includedInSchedule,
  },
  next_on_call: {
    people: ({ scheduleId }, reads, now) => peopleOnDuty(reads, scheduleId, now, (schedule) => findNextOnCall(schedule, now)?.people ?? []),
    includes: includedInSchedule,
  },
  team: {
    people: ({ teamId }, reads) =>
      (reads.teams.get(teamId)?.members ?? []).map(({ personId }) => ({ personId: replacementOf(reads, personId) })),
    includes: ({ teamId }, personId, { teams }) => teams.get(teamId)?.members.some((member) => member.personId === personId) ?? false,
  },
  webhook: { people: () => [], includes: () => false, calls: ({ subscriptionId }) => subscriptionId },
};

export const rulesOfTarget = ({ kind }: PolicyTarget): TargetRules<PolicyTarget> =>
  rulesOfKind[kind] as unknown as TargetRules<PolicyTarget>;

/**
 * The people that a target resolves to at an instant. Schedules, teams and replacements are read when the step is due, so older versions of a policy
 * too page the replacement of a person who left. Empty for a gap in a schedule, for a removed target, and for a program.
 */
export const resolveTarget = (target: PolicyTarget, reads: ConfigurationReads, now: string): readonly TargetPerson[] =>
  rulesOfTarget(target).people(target, reads, now);
