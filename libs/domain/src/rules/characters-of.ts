import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';

/** Approximate memory of a signal, in characters of its alerts. */
export const charactersOf = ({
  alerts,
}: {
  readonly alerts: readonly Pick<Alert, 'summary' | 'details' | 'labels' | 'links'>[];
}): number => {
  let sum = 0;
  for (const { summary, details, labels, links } of alerts) {
    sum += summary.length + (details?.length ?? 0);
    for (const label in labels) sum += label.length + labels[label]!.length;
    for (const { href } of links) sum += href.length;
  }
  return sum;
};
