import type { MappingFact } from '@tocsin/contracts/mappings/noun.js';
import type { InputsOf } from '../../inputs.js';
import type { MappingCommand } from './decider.js';

export const inputs: InputsOf<MappingFact, MappingCommand> = {
  MappingChanged: ({ version, ...data }) => ({ type: 'ChangeMapping', data: { ...data, version: version - 1 } }),
};
