import { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { isSuppressed, suppressedUntil } from '../aspects/mutes/mutes.js';
import type { Draft } from '../draft.js';
import type { ExistingGroup } from '../state.js';
import { takeStep } from './escalation.js';
import { judge } from './conditions.js';
import { answerOwnPages, notPagedReasonOf } from './paging.js';
import { rulesOf, type Rules } from './rules.js';
import { resolveTarget } from '../../../setup/policies/shared/targets.js';

interface LadderStep {
  readonly round: number;
  readonly step: number;
}

/**
 * The step after the one that was taken last; after the last one, the first of the next round. Before any step, the
 * first of the planned round.
 */
const nextOf = ({ climb }: ExistingGroup, { steps }: Rules): LadderStep => {
  const { round, reached, next } = climb;
  if (reached > 0 && reached < steps.length) return { round, step: reached + 1 };
  return { round: reached === 0 && next ? next.round : round + 1, step: 1 };
};

const hasSomebody = (draft: Draft, { steps: all }: Rules): boolean => {
  const { reads, now } = draft.context;
  const steps = all.filter((step) => (judge(draft.group, step, draft.context)?.failed.length ?? 0) === 0);
  const isReachable = ({ personId }: { readonly personId: string }): boolean => !notPagedReasonOf(draft, personId, { isNow: true });
  return steps.some(({ targets }) => targets.some((target) => resolveTarget(target, reads, now).some(isReachable)));
};

/** A person who escalates is awake: their own phone stops, unless the step pages them. */
const stopOwnPages = (draft: Draft): void => {
  const { id } = draft.context.actor;
  const stepFact = draft.facts.findLast(({ type }) => type === 'EscalationStepTaken');
  const isPaged =
    stepFact?.type === 'EscalationStepTaken' && stepFact.data.targets.some(({ persons }) => persons.some((one) => one.personId === id));
  if (!isPaged) answerOwnPages(draft, id, 'escalated');
};

/** Names the minute at which it pages by itself, or the alert group that it depends on. */
const refuseSuppressed = (group: ExistingGroup): Refusal => {
  const until = suppressedUntil(group);
  if (until !== null) return new Refusal('alert_group.suppressed', { until });
  return new Refusal('alert_group.inhibited', { number: group.suppressed?.mutes[0]?.by?.number ?? 0 });
};

/**
 * Takes the next step at once, before its time, also when the group is acknowledged. Refused when no step reaches
 * anyone.
 */
export const escalateNow = (draft: Draft): Refusal | null => {
  const { group } = draft;
  if (isSuppressed(group)) return refuseSuppressed(group);
  const rules = rulesOf(group, draft.context.reads);
  if (!hasSomebody(draft, rules)) return new Refusal('alert_group.nobody_to_escalate_to');
  const { groupId } = group;
  const { round, step } = nextOf(group, rules);
  draft.add({ type: 'AlertGroupEscalated', data: { groupId, round, step } });
  if (group.status === 'acknowledged')
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'escalated', from: group.holder } });
  takeStep(draft, round, step, { pageAgain: true });
  stopOwnPages(draft);
  return null;
};
