import type { ConditionKind, ConditionJudgement, LabelMatcher } from '@tocsin/contracts/conditions.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { doMatch } from '../../../rules/matchers.js';
import type { Labels } from '../../../rules/mute-source.js';
import { checkHours } from '../../../setup/schedules/shared/within-hours.js';
import { listAlerts } from '../alert-table.js';
import { openOthersOf } from '../shared/linked.js';
import type { GroupReads } from '../shared/reads.js';
import { seeingOf, type SeenReads } from '../shared/seen-alerts.js';
import type { AlertGroupCore } from '../state.js';
import type { EscalationStep } from './rules.js';

/** The result of a step’s conditions, and which of them do not hold. */
export interface ConditionResult {
  readonly judgedBy: ConditionJudgement;
  readonly failed: readonly ConditionKind[];
}

type Labelled = Pick<AlertGroupCore, 'alerts' | 'counted' | 'cutList' | 'serviceId' | 'origin'>;
type ConditionInput = Labelled & Pick<AlertGroupCore, 'groupId' | 'urgency' | 'links'>;
type ConditionReads = SeenReads & Pick<GroupReads, 'groups'>;
type LabelsResult = NonNullable<ConditionJudgement['labels']>;
type See = ReturnType<typeof seeingOf>;

/** Labels of firing alerts that the matchers use, without duplicates; up to the number that is checked, and one more. */
const listFiringLabels = ({ alerts }: Labelled, matchers: readonly LabelMatcher[], see: See): readonly Labels[] => {
  const labelSets = new Map<string, Labels>();
  for (const alert of listAlerts(alerts)) {
    if (!alert.firing) continue;
    const labels = see(alert);
    labelSets.set(JSON.stringify(matchers.map(({ label }) => labels[label] ?? '')), labels);
    if (labelSets.size > alertGroupLimits.alertsMatched) break;
  }
  return [...labelSets.values()];
};

/** What a group without alerts has: its service. */
const noAlert = { labels: {}, name: '', summary: '', severityWord: '' };

/**
 * A group without alerts has no labels. Where more alerts fire than are known or checked, the result is `unknown`, so
 * that no one goes unpaged for it.
 */
const byLabels = (group: Labelled, matchers: readonly LabelMatcher[], see: See): LabelsResult => {
  const labelSets = listFiringLabels(group, matchers, see);
  const all = labelSets.length > 0 ? labelSets : [see(noAlert)];
  if (all.slice(0, alertGroupLimits.alertsMatched).some((labels) => doMatch(matchers, labels))) return 'match';
  return group.counted > 0 || group.cutList !== null || all.length > alertGroupLimits.alertsMatched ? 'unknown' : 'no_match';
};

/** Also by what fires in the groups for which this one pages. */
const byLabelsOfAll = (group: ConditionInput, matchers: readonly LabelMatcher[], reads: ConditionReads): LabelsResult => {
  const results = new Set([group, ...openOthersOf(group, reads)].map((one) => byLabels(one, matchers, seeingOf(one, reads))));
  return (['match', 'unknown'] as const).find((result) => results.has(result)) ?? 'no_match';
};

/** Judges the conditions of a step as the group is now; undefined where it has none. */
export const judge = (
  group: ConditionInput,
  { conditions }: EscalationStep,
  { now, reads }: { readonly now: string; readonly reads: ConditionReads },
): ConditionResult | undefined => {
  if (!conditions) return undefined;
  const { urgency, hours, labels } = conditions;
  const hoursResult = hours && checkHours(hours, now);
  const labelsResult = labels && byLabelsOfAll(group, labels, reads);
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
