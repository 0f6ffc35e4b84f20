import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';

type Key = IntegrationRow['keys'][number];

/** A key of another system that has ended by itself. The only one never does: its alerts would be lost. */
export const hasEnded = ({ keyHash, endsAt }: Key, { keys }: Pick<IntegrationRow, 'keys'>, now: string): boolean =>
  endsAt !== undefined &&
  endsAt <= now &&
  keys.some((other) => other.keyHash !== keyHash && !(other.endsAt !== undefined && other.endsAt <= now));
