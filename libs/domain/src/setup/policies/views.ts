import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { PolicyFact, PolicyRow, PolicyVersion } from '@tocsin/contracts/policies/noun.js';
import { moveRows } from '../teams/shared/moved-rows.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';
import { namedKeysOf } from './shared/policies-naming.js';

type Rules = Omit<PolicyVersion, 'since'>;

const toVersion = ({ version, name, steps, repeats, climbLow, lowWaits, nightBudget }: Rules, since: string): PolicyVersion => ({
  version,
  since,
  name,
  steps,
  repeats,
  climbLow,
  ...(lowWaits ? { lowWaits } : {}),
  ...(nightBudget === undefined ? {} : { nightBudget }),
});

/** The newest versions, as many as a row keeps. */
const newestOf = (versions: readonly PolicyVersion[]): PolicyVersion[] => versions.slice(-policyLimits.policyVersionsKept);

export const policyFold: RowFold<PolicyRow, PolicyFact> = {
  id: ({ policyId }) => policyId,
  steps: {
    PolicyCreated: (_row, { policyId, externalKey: _key, ...rules }, { at }) => ({
      id: policyId,
      ...rules,
      removed: false,
      versions: [toVersion(rules, at)],
    }),
    PolicyChanged: changeExisting(
      ({ lowWaits: _before, nightBudget: _budget, ...row }, { policyId: id, appliesToOpen: _applied, ...rules }, { at }) => ({
        ...row,
        ...rules,
        id,
        versions: newestOf([...row.versions, toVersion(rules, at)]),
      }),
    ),
    // Open groups keep following the version that they were opened with.
    PolicyRemoved: changeExisting((row) => ({ ...row, removed: true })),
  },
};

/** Adds the versions that are older than those in the fact. */
const withOlder = (row: PolicyRow, before: PolicyRow | undefined): PolicyRow => {
  const first = row.versions[0]?.version ?? 0;
  const olderVersions = before?.versions.filter(({ version }) => version < first) ?? [];
  return olderVersions.length === 0 ? row : { ...row, versions: newestOf([...olderVersions, ...row.versions]) };
};

export const policiesView = viewOf('policies', policyFold, {
  version: 3,
  on: { TeamTookOver: moveRows(({ policies }) => policies, withOlder) },
  columns: { teamId: (row) => row.teamId, removed: (row) => Number(row.removed) },
  indexes: {
    named: namedKeysOf,
  },
});
