import * as relayLimits from '@tocsin/contracts/relays/limits.js';
import { peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, many, nth } from '@tocsin/testing/largest/large-world.js';

export const largest: LargestCases = {
  RecordRelay: () => ({
    large: peopleWorld(),
    data: {
      integrationId: nth('17', 0),
      settled: many(relayLimits.settledTogether, (n) => Number.MAX_SAFE_INTEGER - n),
      sent: relayLimits.settledTogether,
      refused: 0,
      late: 0,
      unfit: 0,
      loops: 0,
      failing: { since: '2026-11-21T03:12:00.000Z', why: 'w'.repeat(200) },
    },
    actor: bySystem,
  }),
};
