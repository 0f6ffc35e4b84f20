import type { IntegrationFact } from '@tocsin/contracts/services.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { IntegrationCommand } from './decide.js';

const same = sameFor<IntegrationCommand>();

const issuedIn = (batch: readonly Message[]): FactOf<'IntegrationKeyIssued'> =>
  batch.find(({ type }) => type === 'IntegrationKeyIssued')!.data as FactOf<'IntegrationKeyIssued'>;

export const inputs: InputsOf<IntegrationFact, IntegrationCommand> = {
  IntegrationCreated: (data, batch) => {
    const { keyHash, keyRef } = issuedIn(batch);
    return { type: 'CreateIntegration', data: { ...data, keyHash, keyRef } };
  },
  IntegrationRenamed: same('RenameIntegration'),
  IntegrationKeyIssued: same('IssueIntegrationKey'),
  IntegrationKeyEnded: same('EndIntegrationKey'),
  IntegrationKeyRevealed: same('RevealIntegrationKey'),
  IntegrationLimited: same('LimitIntegration'),
  IntegrationRemoved: same('RemoveIntegration'),
};
