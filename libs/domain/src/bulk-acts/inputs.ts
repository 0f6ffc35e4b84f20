import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Inputs } from '@tocsin/kernel/registry.js';

export const inputs: Inputs = {
  BulkActStarted: (data: FactOf<'BulkActStarted'>) => ({ type: 'ActOnFiltered', data }),
  BulkActUndone: (data: FactOf<'BulkActUndone'>) => ({ type: 'UndoBulkAct', data }),
};
