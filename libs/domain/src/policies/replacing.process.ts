import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import { groupedBy } from '@tocsin/kernel/rows/grouped.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { ReplaceInPolicies } from './decide.js';

type Place = NonNullable<FactOf<'PersonDisabled'>['standsIn']>[number];

const byTeam = groupedBy(({ teamId }: Place) => [teamId]);

type Left = Pick<FactOf<'PersonRoleChanged'>, 'personId' | 'replacementId' | 'standsIn'>;
const replaced = {
  then: ({
    data: { personId, replacementId, standsIn = [] },
  }: {
    readonly data: Left;
  }): readonly (ReplaceInPolicies & { readonly inParts: true })[] => {
    if (!replacementId) return [];
    return [...byTeam(standsIn)].map(([teamId, places]) => ({
      type: 'ReplaceInPolicies',
      data: { teamId, personId, replacementId, policyIds: places.map(({ policyId }) => policyId) },
      inParts: true,
    }));
  },
};

/** A person left and has a replacement: every policy that names them gets a new version, team by team. */
export const replacingProcess: Process<RecordedFact> = {
  name: 'replacing',
  on: { PersonDisabled: replaced, PersonRoleChanged: replaced, MoreLeftBehind: replaced },
};
