import { organisationRouter, type RouteFact, type RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import { viewOf, type RowFold } from '../../rules/row-fold.js';

/** Rows stay when their integration is removed: signals that were received before are still routed. */
export const routeRulesFold: RowFold<RouteRulesRow, RouteFact> = {
  id: (data) => ('integrationId' in data ? data.integrationId : organisationRouter),
  steps: {
    RoutesChanged: (_row, { integrationId: id, ...settings }, { at: changedAt, actor }) => ({ id, ...settings, changedAt, by: actor.id }),
    OrganisationRoutesChanged: (_row, settings, { at: changedAt, actor }) => ({
      id: organisationRouter,
      teamId: null,
      ...settings,
      changedAt,
      by: actor.id,
    }),
  },
};

export const routeRulesView = viewOf('routeRules', routeRulesFold);
