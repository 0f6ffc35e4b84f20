import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { ConfigurationContext } from '../../../reads.js';
import { refuse } from '../../../rules/refuse.js';

/** A table stays with its team: without it, alerts of integrations that moved would lose labels that they are routed by. */
export const refuseWhileLookups = (teamId: string, { reads }: Pick<ConfigurationContext, 'reads'>): Refusal<RefusalCode> | null => {
  const names = reads.lookupTables.where('teamId', teamId).map(({ name }) => name);
  return names.length > 0 ? refuse('team.has_lookup_tables', { names: names.join(', ') }) : null;
};
