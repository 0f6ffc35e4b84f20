import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { EraseAtProviders } from './commands.js';

/** After a person is erased here, their copies at providers are deleted: the next part when the one before has its outcome. */
export const providerErasureProcess: Process<RecordedFact> = {
  name: 'provider-erasure',
  on: {
    PersonErased: {
      then: ({ data: { personId } }): readonly EraseAtProviders[] => [
        { type: 'EraseAtProviders', data: { personId, after: null, copies: [] } },
      ],
    },
    ProviderErasureRecorded: {
      then: ({ data: { personId, copies, next } }): readonly EraseAtProviders[] =>
        next === null ? [] : [{ type: 'EraseAtProviders', data: { personId, after: next, copies } }],
    },
  },
};
