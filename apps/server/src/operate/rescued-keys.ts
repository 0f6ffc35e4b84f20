import { duration } from '@tocsin/contracts/duration.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import { hasEnded } from '@tocsin/domain/setup/integrations/shared/rescued-keys.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';

type Parts = Pick<ServerParts, 'reads' | 'side'>;

/** So long after the last try a sender has been changed, or is gone. */
const stillTried = 1 * duration.day;

const dayOf = (instant: string): string => instant.slice(0, 10);

/** Keys of other systems that are used and about to end, and those that have ended and are still used. */
export const describeRescuedKeys = ({ reads, side }: Parts, now: string): readonly string[] => {
  const warnFrom = addMillis(now, integrationLimits.rescuedKeyWarning);
  const isUsed = (keyHash: string): boolean => side.lastUses.of(keyHash) !== undefined;
  const describe = (key: IntegrationRow['keys'][number], row: IntegrationRow): string | null => {
    const { keyHash, from, endsAt } = key;
    if (from === undefined || endsAt === undefined || endsAt > warnFrom) return null;
    const name = `the key from ${foreignSystems[from].title} of “${row.name}”`;
    if (hasEnded(key, row, now, isUsed)) {
      const tried = side.refusedUses.of(keyHash)?.at;
      const isTried = tried !== undefined && millisBetween(tried, now) <= stillTried;
      return isTried ? `${name} ended on ${dayOf(endsAt)} and is still tried, last ${tried}` : null;
    }
    const used = side.lastUses.of(keyHash);
    if (used === undefined) return null;
    return `${name} ends ${endsAt > now ? `on ${dayOf(endsAt)}` : 'as soon as another of its keys is used'}, last used ${used}`;
  };
  return [...reads.integrations.all()].flatMap((row) => row.keys.flatMap((key) => describe(key, row) ?? []));
};
