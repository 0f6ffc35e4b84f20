import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { limits } from '@tocsin/contracts/limits.js';
import { doMatch } from './matchers.js';
import { isKnownField, isUnknownField, ownLabelsOf } from './seen-alert.js';

type Labels = Readonly<Record<string, string>>;

/** Whether all labels are known: some may have been left out by the door, or where a group has too much text. */
export const areComplete = (labels: Labels): boolean => {
  // those of its service are always known; the sender may have labels of the same prefix
  const count = Object.keys(ownLabelsOf(labels)).length;
  return count > 0 && count < integrationLimits.labelsPerAlert;
};

const isWhole = (labels: Labels, label: string): boolean =>
  !isUnknownField(labels, label) && (!Object.hasOwn(labels, label) || labels[label]!.length <= limits.matcherCharacters);

/** An alert may have no labels: its fields are known all the same. */
const areKnown = (matchers: readonly LabelMatcher[], labels: Labels): boolean =>
  areComplete(labels) || (matchers.length > 0 && matchers.every(({ label }) => isKnownField(labels, label)));

/** Whether labels match all of these for certain: what may have been left out or cut matches nothing. */
export const canMatch = (matchers: readonly LabelMatcher[], labels: Labels): boolean =>
  // most match nothing: what is asked first costs least
  matchers.every(({ label }) => isWhole(labels, label)) && doMatch(matchers, labels) && areKnown(matchers, labels);

/** The same for alerts that have the same value of each label, or lack it. */
export const valuesOf = (equal: readonly string[], labels: Labels): string =>
  JSON.stringify(equal.map((label) => (Object.hasOwn(labels, label) ? labels[label]! : '')));
