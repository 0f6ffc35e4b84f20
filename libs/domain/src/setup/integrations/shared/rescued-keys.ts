import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';

type Key = IntegrationRow['keys'][number];

const isOver = ({ endsAt }: Key, now: string): boolean => endsAt !== undefined && endsAt <= now;

/**
 * A key of another system that has ended by itself. Never while no other key that lasts was used: its senders still have only this one, and their alerts
 * would be lost. Uses are on no log: without `isUsed` each key counts as used.
 */
export const hasEnded = (
  key: Key,
  { keys }: Pick<IntegrationRow, 'keys'>,
  now: string,
  isUsed: (keyHash: string) => boolean = () => true,
): boolean => isOver(key, now) && keys.some((other) => other.keyHash !== key.keyHash && !isOver(other, now) && isUsed(other.keyHash));
