// simulation: full, the suite `proofs` decides the logs of real servers again, what-if.spec.ts what was changed
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { imaginedGroups } from '@tocsin/domain/operation/alert-groups/shared/what-if.js';
import { domain } from '@tocsin/domain/registry.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { collectWhatIf } from '@tocsin/kernel/replay/what-if.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { recordStorm } from '@tocsin/testing/stage/recorded-storm.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { findUnstable } from './engine/what-if-differences.js';

let stage: RealStage;
let events: readonly Recorded[];
beforeAll(async () => {
  stage = await RealStage.begin();
  events = await recordStorm(stage);
});
afterAll(() => stage.leave());

describe('a storm that a real server recorded', () => {
  it('is decided again just so', () => {
    const { differences, missing, otherLogic } = reenact(domain, events, { written: byContract, window: 500 });
    expect({ differences, missing, otherLogic }).toEqual({ differences: [], missing: [], otherLogic: 0 });
  });

  it('loses no act when nothing is changed, and comes out the same when that is replayed once more', () => {
    const { refused } = collectWhatIf(domain, events, { ...imaginedGroups, written: byContract });
    expect(refused.filter((one) => one.refused === null)).toEqual([]);
    expect(findUnstable({ domain, events })).toEqual([]);
  });
});
