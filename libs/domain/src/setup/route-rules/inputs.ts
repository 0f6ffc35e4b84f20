import type { RouteFact } from '@tocsin/contracts/route-rules/noun.js';
import type { InputsOf } from '../../inputs.js';
import type { RouteCommand } from './decider.js';

export const inputs: InputsOf<RouteFact, RouteCommand> = {
  RoutesChanged: ({ version, ...data }) => ({ type: 'ChangeRoutes', data: { ...data, version: version - 1 } }),
  OrganisationRoutesChanged: ({ version, rules }) => ({ type: 'ChangeOrganisationRoutes', data: { rules, version: version - 1 } }),
};
