import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';

/** Some alerts by their keys, and how many more there are: a list that does not grow with a storm. */
export interface Examples {
  readonly fingerprints: readonly string[];
  readonly more?: number | undefined;
}

export const withExamples = (
  { fingerprints: before, more = 0 }: Examples,
  alerts: readonly { readonly fingerprint: string }[],
): { fingerprints: string[]; more?: number } => {
  const all = [...before, ...alerts.map(({ fingerprint }) => fingerprint)];
  const notShown = more + Math.max(all.length - alertGroupLimits.examples, 0);
  return { fingerprints: all.slice(0, alertGroupLimits.examples), ...(notShown > 0 ? { more: notShown } : {}) };
};
