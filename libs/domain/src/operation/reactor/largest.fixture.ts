import type { Fact } from '@tocsin/contracts/catalogue.js';
import { laterInstant, peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, longest, many, nth } from '@tocsin/testing/largest/large-world.js';

const reactionFailed = (n: number) => ({
  kind: 'timer' as const,
  what: longest(100),
  command: longest(100),
  commandId: `${n}`.padEnd(100, 'c'),
  stream: `${n}`.padEnd(200, 's'),
  ordinal: null,
  reason: longest(200),
  tries: 5,
  replaced: false,
});

export const largest: LargestCases = {
  StartReactor: () => ({ large: peopleWorld(), data: { awayFrom: laterInstant, tracksNotices: true }, actor: bySystem }),
  RecordProgress: () => ({ large: peopleWorld(), data: {}, actor: bySystem }),
  RecordClockStep: () => ({ large: peopleWorld(), data: { from: laterInstant, to: laterInstant }, actor: bySystem }),
  RecordReactionFailure: () => ({ large: peopleWorld(), data: reactionFailed(0), actor: bySystem }),
  RetryFailures: () => {
    const failures = many(1_200, (n): Fact => ({ type: 'ReactionFailed', data: reactionFailed(n) }));
    return { large: peopleWorld().has('reactor', ...failures), data: {} };
  },
  RecordEffectEnd: () => {
    const data = { about: nth('ef', 0), askedBy: nth('ef', 1), type: 'E'.repeat(100), outcome: 'done' };
    return { large: peopleWorld(), data, actor: bySystem };
  },
};
