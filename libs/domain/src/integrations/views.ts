import type { IntegrationFact, IntegrationRow } from '@tocsin/contracts/services.js';
import { takenOver } from '../teams/taken-over.js';
import { changing, viewOf, type RowFold } from '../row-fold.js';

export const integrationFold: RowFold<IntegrationRow, IntegrationFact> = {
  id: ({ integrationId }) => integrationId,
  steps: {
    IntegrationCreated: (_row, { integrationId, ...rest }) => ({ id: integrationId, ...rest, keys: [] }),
    IntegrationRenamed: changing((row, { name }) => ({ ...row, name })),
    IntegrationKeyIssued: changing((row, { keyHash, keyRef }, { at }) => ({ ...row, keys: [...row.keys, { keyHash, keyRef, since: at }] })),
    IntegrationKeyEnded: changing((row, { keyHash }) => ({ ...row, keys: row.keys.filter((key) => key.keyHash !== keyHash) })),
    IntegrationRemoved: () => null,
  },
};

export const integrationsView = viewOf('integrations', integrationFold, {
  on: { TeamTookOver: takenOver(({ integrations }) => integrations) },
  columns: { teamId: (row) => row.teamId, serviceId: (row) => row.serviceId, kind: (row) => row.kind },
});
