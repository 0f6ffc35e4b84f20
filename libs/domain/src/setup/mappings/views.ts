import type { MappingFact, MappingRow } from '@tocsin/contracts/mappings/noun.js';
import { viewOf, type RowFold } from '../../rules/row-fold.js';

/** Rows stay when their integration is removed. */
export const mappingFold: RowFold<MappingRow, MappingFact> = {
  id: ({ integrationId }) => integrationId,
  steps: {
    MappingChanged: (_row, { integrationId: id, ...settings }, { at: changedAt, actor }) => ({ id, ...settings, changedAt, by: actor.id }),
  },
};

export const mappingsView = viewOf('mappings', mappingFold);
