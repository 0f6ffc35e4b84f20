import type { PolicyFact } from '@tocsin/contracts/policies.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { PolicyCommand } from './decide.js';

const same = sameFor<PolicyCommand>();

export const inputs: InputsOf<PolicyFact, PolicyCommand, 'PolicyAppliedToOpenGroups'> = {
  PolicyCreated: ({ version: _first, ...rules }) => ({ type: 'CreatePolicy', data: rules }),
  PolicyChanged: ({ appliesToOpen: applyToOpen, ...data }) => ({
    type: 'ChangePolicy',
    data: { ...data, version: data.version - 1, ...(applyToOpen ? { applyToOpen } : {}) },
  }),
  PolicyRemoved: same('RemovePolicy'),
};
