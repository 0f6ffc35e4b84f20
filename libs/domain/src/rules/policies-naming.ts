import type { NamedByTarget } from '@tocsin/contracts/policies/targets.js';
import type { BlockingReference } from '@tocsin/contracts/refusals.js';
import type { ConfigurationReads } from '../reads.js';

/** The value of the index `named`. */
export const namedKey = (what: NamedByTarget, id: string): string => `${what} ${id}`;

/** Policies whose current steps name a person, schedule, team or webhook, in id order. */
export const listPoliciesNaming = (
  reads: Pick<ConfigurationReads, 'policies'>,
  what: NamedByTarget,
  id: string,
): readonly BlockingReference[] =>
  reads.policies
    .where('named', namedKey(what, id))
    .map((policy) => ({ kind: 'policy', id: policy.id, teamId: policy.teamId, name: policy.name }));
