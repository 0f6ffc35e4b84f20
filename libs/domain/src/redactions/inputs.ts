import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Inputs } from '@tocsin/kernel/registry.js';

export const inputs: Inputs = {
  TextRedacted: (data: FactOf<'TextRedacted'>) => ({ type: 'RedactText', data }),
};
