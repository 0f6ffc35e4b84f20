import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import type { Invariant } from './invariant.js';

/** Replaying all decisions gives the same events, and no required consequence is missing. */
export const decisions = (): Invariant => ({
  onEnd: ({ installation: { domain, log }, events }) => {
    const { differences, missing } = reenact(domain, events, { written: byContract });
    return [
      ...log.wrongClaims,
      ...differences.map(({ ordinal, why }) => `${ordinal} is decided otherwise: ${why}`),
      ...missing.map(({ ordinal, command }) => `${ordinal}: nobody decided ${command}`),
    ];
  },
});
