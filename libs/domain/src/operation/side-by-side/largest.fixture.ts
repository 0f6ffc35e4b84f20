import * as sideBySideLimits from '@tocsin/contracts/side-by-side/limits.js';
import { laterInstant, peopleWorld, reference } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, longest, many, nth, person } from '@tocsin/testing/largest/large-world.js';

const { most } = sideBySideLimits;
const connected = { type: 'OldSystemConnected' as const, data: { system: 'opsgenie' as const, host: 'h', tokenRef: reference() } };
const connectedWorld = () => peopleWorld().has('oldSystem-opsgenie', connected);
const from = '2026-11-21T03:12:00.000Z';

export const largest: LargestCases = {
  ConnectOldSystem: () => ({ large: connectedWorld(), data: { system: 'opsgenie', host: 'h'.repeat(300), tokenRef: reference(1) } }),
  DisconnectOldSystem: () => ({ large: connectedWorld(), data: { system: 'opsgenie' } }),
  RecordOldSystemRead: () => ({
    large: connectedWorld(),
    data: {
      system: 'opsgenie',
      from,
      to: laterInstant,
      pairs: many(most.pairs, (n) => ({
        rowId: nth('17', n),
        groupId: nth('17', n),
        alertId: 'a'.repeat(200),
        serviceId: nth('18', n),
        at: from,
        as: 'bundled' as const,
        endedAt: from,
      })),
      pages: many(most.pages, (n) => ({ rowId: nth('17', n % most.pairs), personId: person(n), at: from, method: longest(40) })),
      compared: many(most.compared, (n) => nth('19', n)),
    },
    actor: bySystem,
  }),
  RecordOldSystemNotRead: () => ({ large: connectedWorld(), data: { system: 'opsgenie', why: longest(200) }, actor: bySystem }),
};
