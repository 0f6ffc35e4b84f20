import type { IntegrationFact } from '@tocsin/contracts/integrations/noun.js';
import { idOf } from '../../configuration.fixture.js';
import { serviceId } from '../services/facts.fixture.js';
import { teamId } from '../teams/facts.fixture.js';

export const integrationId = idOf('17');

export const integrationCreated: IntegrationFact = {
  type: 'IntegrationCreated',
  data: { teamId, serviceId, integrationId, name: 'Alertmanager', kind: 'alertmanager' },
};
export const keyIssued: IntegrationFact = {
  type: 'IntegrationKeyIssued',
  data: { teamId, integrationId, keyHash: 'hash-1', keyRef: 'key/1' },
};
export const secondKeyIssued: IntegrationFact = {
  type: 'IntegrationKeyIssued',
  data: { teamId, integrationId, keyHash: 'hash-2', keyRef: 'key/2' },
};
export const keyEnded: IntegrationFact = { type: 'IntegrationKeyEnded', data: { teamId, integrationId, keyHash: 'hash-1' } };
export const keyRevealed: IntegrationFact = { type: 'IntegrationKeyRevealed', data: { teamId, integrationId, keyHash: 'hash-1' } };
export const relaySet: IntegrationFact = {
  type: 'RelaySet',
  data: { teamId, integrationId, relayRef: 'relay:1', host: 'old.example.org', header: 'Authorization', field: null },
};
export const integrationRemoved: IntegrationFact = { type: 'IntegrationRemoved', data: { teamId, integrationId } };
