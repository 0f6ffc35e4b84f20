import type { ConditionKind, JudgedBy, LabelMatcher } from '@tocsin/contracts/conditions.js';
import { limits } from '@tocsin/contracts/limits.js';
import { doMatch } from '../../rules/matchers.js';
import { withinHours } from '../../schedules/shared/within-hours.js';
import type { AlertGroupCore } from '../state.js';
import type { ClimbedStep } from './rules.js';

/** The result of a step’s conditions, and which of them do not hold. */
export interface Judged {
  readonly judgedBy: JudgedBy;
  readonly failed: readonly ConditionKind[];
}

type Judgeable = Pick<AlertGroupCore, 'urgency' | 'alerts' | 'counted' | 'cutList'>;

/** Labels of firing alerts that the matchers use, without duplicates; up to the number that is checked, and one more. */
const firingLabels = ({ alerts }: Judgeable, matchers: readonly LabelMatcher[]): readonly Readonly<Record<string, string>>[] => {
  const found = new Map<string, Readonly<Record<string, string>>>();
  for (const { firing, labels } of Object.values(alerts)) {
    if (firing) found.set(JSON.stringify(matchers.map(({ label }) => labels[label] ?? '')), labels);
    if (found.size > limits.alertsMatched) break;
  }
  return [...found.values()];
};

/**
 * A group without alerts has no labels. Where more alerts fire than are known or checked, the result is `unknown`, so
 * that no one goes unpaged for it.
 */
const byLabels = (group: Judgeable, matchers: readonly LabelMatcher[]): NonNullable<JudgedBy['labels']> => {
  const found = firingLabels(group, matchers);
  const all = found.length > 0 ? found : [{}];
  if (all.slice(0, limits.alertsMatched).some((labels) => doMatch(matchers, labels))) return 'match';
  return group.counted > 0 || group.cutList !== null || all.length > limits.alertsMatched ? 'unknown' : 'no_match';
};

/** Judges the conditions of a step as the group is now; undefined where it has none. */
export const judge = (group: Judgeable, { conditions }: ClimbedStep, now: string): Judged | undefined => {
  if (!conditions) return undefined;
  const { urgency, hours, labels } = conditions;
  const within = hours && withinHours(hours, now);
  const matched = labels && byLabels(group, labels);
  const failed: ConditionKind[] = [];
  if (urgency && urgency !== group.urgency) failed.push('urgency');
  if (hours && within && within.isInside !== (hours.when === 'inside')) failed.push('hours');
  if (matched === 'no_match') failed.push('labels');
  return {
    judgedBy: {
      ...(urgency ? { urgency: group.urgency } : {}),
      ...(within ? { hours: within } : {}),
      ...(matched ? { labels: matched } : {}),
    },
    failed,
  };
};
