import type { PolicyFact } from '@tocsin/contracts/policies.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { PolicyCommand } from './decide.js';

const same = sameFor<PolicyCommand>();

export const inputs: InputsOf<PolicyFact, PolicyCommand> = {
  PolicyCreated: ({ version: _first, ...rules }) => ({ type: 'CreatePolicy', data: rules }),
  PolicyChanged: (data) => ({ type: 'ChangePolicy', data: { ...data, version: data.version - 1 } }),
  PolicyRemoved: same('RemovePolicy'),
};
