import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import { indexBy } from '@tocsin/kernel/rows/grouped.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { ReplaceInPolicies } from './decide.js';

type PolicyPlace = NonNullable<FactOf<'PersonDisabled'>['standsIn']>[number];

const byTeam = indexBy(({ teamId }: PolicyPlace) => [teamId]);

type Departure = Pick<FactOf<'PersonRoleChanged'>, 'personId' | 'replacementId' | 'standsIn'>;
const replacePerson = {
  then: ({
    data: { personId, replacementId, standsIn = [] },
  }: {
    readonly data: Departure;
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
export const replacePersonProcess: Process<RecordedFact> = {
  name: 'replacing',
  on: { PersonDisabled: replacePerson, PersonRoleChanged: replacePerson, MoreLeftBehind: replacePerson },
};
