import type { IntegrationRow } from '../integrations/noun.js';
import type { ServiceRow } from '../services/noun.js';
import type { RelayRow } from './noun.js';

/** Why a rehearsal can’t be compared with the other system: nothing is relayed there, or nothing arrives there. */
export interface RelayProblem {
  readonly kind: 'none' | 'failing';
  readonly since: string;
  readonly why: string;
}

type Integration = Pick<IntegrationRow, 'id' | 'serviceId'> & { readonly relay?: object | undefined };

/** Null: the service is live, or what it receives reaches the other system. */
export const relayProblemOf = (
  { id, rehearsingSince }: Pick<ServiceRow, 'id' | 'rehearsingSince'>,
  integrations: readonly Integration[],
  relays: readonly Pick<RelayRow, 'id' | 'failing'>[],
): RelayProblem | null => {
  if (rehearsingSince === undefined) return null;
  const relayed = integrations.filter(({ serviceId, relay }) => serviceId === id && relay !== undefined);
  if (relayed.length === 0) return { kind: 'none', since: rehearsingSince, why: 'Nothing it receives is relayed to the old system.' };
  const failing = relays
    .flatMap((row) => (row.failing && relayed.some((one) => one.id === row.id) ? [row.failing] : []))
    .toSorted((a, b) => a.since.localeCompare(b.since))[0];
  return failing ? { kind: 'failing', ...failing } : null;
};
