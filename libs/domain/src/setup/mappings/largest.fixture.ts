import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as mappingLimits from '@tocsin/contracts/mappings/limits.js';
import { mappedFields } from '@tocsin/contracts/mappings/noun.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { integration } from '@tocsin/testing/largest/facts.js';
import { longName, nth } from '@tocsin/testing/largest/large-world.js';
import { peopleWorld } from '@tocsin/testing/largest/small-world.js';

const longest = `"${'漢'.repeat(mappingLimits.expressionCharacters - 2)}"`;
const teamId = nth('7e', 0);
const team: Fact = { type: 'TeamCreated', data: { teamId, name: longName(), description: '' } };
const generic = integration(teamId, 0).map((fact): Fact =>
  fact.type === 'IntegrationCreated' ? { ...fact, data: { ...fact.data, kind: 'generic' } } : fact,
);

export const largest: LargestCases = {
  ChangeMapping: () => ({
    large: peopleWorld().has(`team-${teamId}`, team, ...generic),
    data: {
      teamId,
      integrationId: nth('17', 0),
      version: 0,
      fields: Object.fromEntries(mappedFields.map((field) => [field, longest])),
    },
  }),
};
