import { inPolicy, type Reason } from './readiness-reasons.js';

/** Why a page might not reach anyone by a policy, or for a service or team that uses one: a closed list. */
export const sharedReadinessReasons = {
  'readiness.policy_reaches_nobody': {
    weight: 'blocks',
    says: 'It reaches an open browser tab at best.',
    fix: inPolicy('Page someone else, too'),
  },
  'readiness.policy_pages_nobody': {
    weight: 'blocks',
    says: 'This policy pages no one: it only calls webhooks and channels.',
    fix: inPolicy('Page someone, too'),
  },
  'readiness.step_pages_nobody': {
    weight: 'noted',
    says: 'This step pages no one: it only calls webhooks and channels.',
    fix: inPolicy('Page someone, too'),
  },
  'readiness.step_reaches_nobody': {
    weight: 'unsure',
    says: 'This step reaches an open browser tab at best.',
    fix: inPolicy('Page someone else, too'),
  },
  'readiness.policy_alone': {
    weight: 'noted',
    says: 'It pages only one person.',
    fix: inPolicy('Add a person'),
  },
  'readiness.nothing_connected': {
    weight: 'noted',
    says: 'No monitoring is connected: no alert can page anyone.',
    fix: { says: 'Connect your monitoring', to: '/services/$id', at: 'integrations' },
  },
  'readiness.heartbeat_never_pinged': {
    weight: 'noted',
    says: 'A heartbeat has been waiting for its first ping for more than a day.',
    fix: { says: 'See its address', to: '/heartbeats/$id', at: 'address' },
  },
  'readiness.no_manager_reached': {
    weight: 'unsure',
    says: 'If nobody answers, no manager can be reached.',
    fix: { says: 'Make someone a manager', to: '/teams/$id', at: 'members' },
  },
  'readiness.service_rehearses': {
    weight: 'blocks',
    says: 'The service is rehearsing: nobody is paged.',
    fix: { says: 'Go live', to: '/services/$id', at: 'rehearsal' },
  },
  'readiness.gap_ahead': {
    weight: 'unsure',
    says: 'No one is on call.',
    fix: { says: 'Fill the gap', to: '/schedules/$id', at: 'balance' },
  },
  'readiness.unreachable_ahead': {
    weight: 'unsure',
    says: 'On call without a working contact method.',
    fix: { says: 'See their contact methods', to: '/people/$id', at: 'readiness' },
  },
  'readiness.bounces_not_seen_ahead': {
    weight: 'noted',
    says: 'On call with only e-mail, and mails that come back are not seen.',
    fix: { says: 'See their contact methods', to: '/people/$id', at: 'readiness' },
  },
  'readiness.no_rule_ahead': {
    weight: 'noted',
    says: 'On call without own rules: all their contact methods are used at once.',
    fix: { says: 'See their rules', to: '/people/$id', at: 'readiness' },
  },
} as const satisfies Readonly<Record<string, Reason>>;

export type SharedReadinessCode = keyof typeof sharedReadinessReasons;
export const sharedReadinessCodes = Object.keys(sharedReadinessReasons) as readonly SharedReadinessCode[];

/** A reason, with its subject. */
export interface SharedReason {
  readonly code: SharedReadinessCode;
  /** The policy, service, team or heartbeat where it is fixed. */
  readonly id: string;
  /** Number of the step, from 1. */
  readonly step?: number;
  /** The people concerned. */
  readonly personIds?: readonly string[];
  /** For an upcoming shift: its start; for gaps, the end of the first one, and how many follow. */
  readonly ahead?: { readonly scheduleId: string; readonly from: string; readonly to?: string; readonly more?: number };
}
