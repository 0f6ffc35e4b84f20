import type { PolicyRow } from '@tocsin/contracts/policies.js';

/** So many days ago; or, where the policy that is changed is younger, when it was there: before that, nothing of it could be changed. */
export const backtestFrom = (
  now: number,
  days: number,
  policy?: { readonly versions: readonly Pick<PolicyRow['versions'][number], 'since'>[] },
): string => {
  const [first] = policy?.versions ?? [];
  const since = first ? Date.parse(first.since) + 1 : 0;
  return new Date(Math.max(now - days * 86_400_000, since)).toISOString();
};
