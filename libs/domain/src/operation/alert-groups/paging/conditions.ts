import type { ConditionKind, ConditionJudgement, LabelMatcher } from '@tocsin/contracts/conditions.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { doMatch } from '../../../rules/matchers.js';
import { serviceOf, withServiceLabels } from '../../../rules/service-labels.js';
import { checkHours } from '../../../setup/schedules/shared/within-hours.js';
import { listAlerts } from '../alert-table.js';
import type { AlertGroupCore } from '../state.js';
import type { EscalationStep } from './rules.js';

/** The result of a step’s conditions, and which of them do not hold. */
export interface ConditionResult {
  readonly judgedBy: ConditionJudgement;
  readonly failed: readonly ConditionKind[];
}

type ConditionInput = Pick<AlertGroupCore, 'urgency' | 'alerts' | 'counted' | 'cutList' | 'serviceId'>;
type Service = Pick<ServiceRow, 'labels'> | undefined;
type Reads = Parameters<typeof serviceOf>[1];

/** Labels of firing alerts that the matchers use, without duplicates; up to the number that is checked, and one more. */
const listFiringLabels = (
  { alerts }: ConditionInput,
  matchers: readonly LabelMatcher[],
  service: Service,
): readonly Readonly<Record<string, string>>[] => {
  const labelSets = new Map<string, Readonly<Record<string, string>>>();
  for (const alert of listAlerts(alerts)) {
    const labels = withServiceLabels(alert.labels, service);
    if (alert.firing) labelSets.set(JSON.stringify(matchers.map(({ label }) => labels[label] ?? '')), labels);
    if (labelSets.size > alertGroupLimits.alertsMatched) break;
  }
  return [...labelSets.values()];
};

/**
 * A group without alerts has no labels. Where more alerts fire than are known or checked, the result is `unknown`, so
 * that no one goes unpaged for it.
 */
const byLabels = (
  group: ConditionInput,
  matchers: readonly LabelMatcher[],
  service: Service,
): NonNullable<ConditionJudgement['labels']> => {
  const labelSets = listFiringLabels(group, matchers, service);
  const all = labelSets.length > 0 ? labelSets : [withServiceLabels({}, service)];
  if (all.slice(0, alertGroupLimits.alertsMatched).some((labels) => doMatch(matchers, labels))) return 'match';
  return group.counted > 0 || group.cutList !== null || all.length > alertGroupLimits.alertsMatched ? 'unknown' : 'no_match';
};

/** Judges the conditions of a step as the group is now; undefined where it has none. */
export const judge = (
  group: ConditionInput,
  { conditions }: EscalationStep,
  { now, reads }: { readonly now: string; readonly reads: Reads },
): ConditionResult | undefined => {
  if (!conditions) return undefined;
  const { urgency, hours, labels } = conditions;
  const hoursResult = hours && checkHours(hours, now);
  const labelsResult = labels && byLabels(group, labels, serviceOf(group, reads));
  const failedKinds: ConditionKind[] = [];
  if (urgency && urgency !== group.urgency) failedKinds.push('urgency');
  if (hours && hoursResult && hoursResult.isInside !== (hours.when === 'inside')) failedKinds.push('hours');
  if (labelsResult === 'no_match') failedKinds.push('labels');
  return {
    judgedBy: {
      ...(urgency ? { urgency: group.urgency } : {}),
      ...(hoursResult ? { hours: hoursResult } : {}),
      ...(labelsResult ? { labels: labelsResult } : {}),
    },
    failed: failedKinds,
  };
};
