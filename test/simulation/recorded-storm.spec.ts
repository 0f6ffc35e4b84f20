import type { Recorded } from '@tocsin/contracts/envelope.js';
import { imaginedGroups } from '@tocsin/domain/alert-groups/shared/what-if.js';
import { domain } from '@tocsin/domain/registry.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { collectWhatIf, type WhatIfOptions } from '@tocsin/kernel/replay/what-if.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { recordStorm } from '@tocsin/testing/stage/recorded-storm.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';

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

  it('comes out as it was when nothing is changed, but for what was late, and every difference is explained', () => {
    const { divergences, refused } = collectWhatIf(domain, events, { ...imaginedGroups, written: byContract });
    expect(divergences.filter(({ because }) => because !== 'late')).toEqual([]);
    expect(refused.filter((one) => one.refused === null)).toEqual([]);
  });

  it('does not take for late what a change did', () => {
    const withoutAnswers: WhatIfOptions = {
      ...imaginedGroups,
      written: byContract,
      change: (act) => (act.command.type === 'AcknowledgeAlertGroup' ? null : imaginedGroups.change(act)),
    };
    const acknowledgedIds = new Set(events.filter(({ type }) => type === 'AlertGroupAcknowledged').map(({ stream }) => stream));
    const { divergences } = collectWhatIf(domain, events, withoutAnswers);
    expect(acknowledgedIds.size).toBeGreaterThan(0);
    expect(divergences.filter(({ because }) => because === 'change').map(({ stream }) => acknowledgedIds.has(stream))).toContain(true);
    expect(divergences.filter(({ because, stream }) => because === 'change' && !acknowledgedIds.has(stream))).toEqual([]);
  });
});
