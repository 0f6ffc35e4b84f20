import { inPolicy, type Reason } from './readiness-reasons.js';

/** Why a page might not reach anybody by a policy, or for the service or team that relies upon one: a closed list. */
export const sharedReadinessReasons = {
  'readiness.policy_reaches_nobody': {
    weight: 'blocks',
    says: 'Nobody whom it pages would be reached for sure.',
    fix: inPolicy('Page someone else, too'),
  },
  'readiness.policy_pages_nobody': {
    weight: 'blocks',
    says: 'Nobody is paged in this policy: it only calls webhooks.',
    fix: inPolicy('Page someone, too'),
  },
  'readiness.step_reaches_nobody': {
    weight: 'unsure',
    says: 'Nobody in this step would be reached for sure.',
    fix: inPolicy('Page someone else, too'),
  },
  'readiness.policy_alone': {
    weight: 'noted',
    says: 'It pages one person alone.',
    fix: inPolicy('Add a person'),
  },
  'readiness.nothing_connected': {
    weight: 'noted',
    says: 'No monitoring is connected: nothing can ring.',
    fix: { says: 'Connect your monitoring', to: '/services/$id', at: 'integrations' },
  },
  'readiness.no_manager_reached': {
    weight: 'unsure',
    says: 'No manager would be reached for sure when a policy comes to its end.',
    fix: { says: 'Make somebody a manager', to: '/teams/$id', at: 'members' },
  },
  'readiness.gap_ahead': {
    weight: 'unsure',
    says: 'No one is on call.',
    fix: { says: 'Fill the gap', to: '/schedules/$id', at: 'balance' },
  },
  'readiness.unreachable_ahead': {
    weight: 'unsure',
    says: 'On call without a contact method that works.',
    fix: { says: 'See their contact methods', to: '/people/$id', at: 'readiness' },
  },
  'readiness.no_rule_ahead': {
    weight: 'noted',
    says: 'On call without a usable rule for high urgency: every method that works is tried at once.',
    fix: { says: 'See their rules', to: '/people/$id', at: 'readiness' },
  },
} as const satisfies Readonly<Record<string, Reason>>;

export type SharedReadinessCode = keyof typeof sharedReadinessReasons;
export const sharedReadinessCodes = Object.keys(sharedReadinessReasons) as readonly SharedReadinessCode[];

/** A reason, with what it is about. */
export interface SharedReason {
  readonly code: SharedReadinessCode;
  /** The policy, service or team where it is put right. */
  readonly id: string;
  /** Of a step, from 1 on. */
  readonly step?: number;
  /** Whom it is about. */
  readonly personIds?: readonly string[];
  /** Of a schedule ahead: when it begins; of gaps, when the first ends and how many follow. */
  readonly ahead?: { readonly scheduleId: string; readonly from: string; readonly to?: string; readonly more?: number };
}
