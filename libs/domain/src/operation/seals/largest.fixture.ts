import { peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem } from '@tocsin/testing/largest/large-world.js';

const note = `tocsin/log\n${Number.MAX_SAFE_INTEGER}\n`.padEnd(400, 'n');

export const largest: LargestCases = {
  IntroduceSealingKey: () => ({
    large: peopleWorld(),
    data: { keyId: 'f'.repeat(8), publicKey: 'f'.repeat(64), algorithm: 'ed25519' },
    actor: bySystem,
  }),
  SealLog: () => ({ large: peopleWorld(), data: { note }, actor: bySystem }),
  AnchorLog: () => ({
    large: peopleWorld(),
    data: { size: Number.MAX_SAFE_INTEGER, root: 'f'.repeat(64), kind: 'time_stamp', host: 'h'.repeat(300), token: 't'.repeat(90_000) },
    actor: bySystem,
  }),
};
