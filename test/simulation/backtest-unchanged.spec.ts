// simulation: full
import * as fc from 'fast-check';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { runBacktest, type BacktestFindings } from '@tocsin/domain/observers/backtests/backtest.js';
import { orderOf } from '@tocsin/domain/observers/backtests/range.js';
import { bo, idOf } from '@tocsin/domain/configuration.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import { asSource } from '@tocsin/kernel/replay/source.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { byTier } from '@tocsin/testing/tier.js';
import { actorOf, createWorld, highService, people, runCommand } from './installation.js';
import { sendSignal } from './monitoring.js';
import { createReplier, history, replies, type Step } from './steps.js';

const numRuns = byTier({ short: 12, full: 25, deep: 300 });
const second = 1_000;
const minute = 60 * second;

/** A backtest in which nothing is changed, from this instant on. */
const unchanged = (events: readonly Recorded[], from: string): BacktestFindings => {
  const source = asSource(events);
  const to = addMillis(events.at(-1)!.meta.at, 1);
  const steps = runBacktest(
    { domain, source, written: byContract, tolerance: 0 },
    orderOf(source, { change: null, from, to, upTo: events.length }),
  );
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

const openGroups = (world: World): readonly OpenGroup[] =>
  [...world.memory.rows<OpenGroup>('groups').all()].filter(({ status }) => status !== 'resolved');

/** Many alerts, by the same people’s phones, whose pages, waits and steps often fall on one instant; people answer in the instant of the ring, too. */
const busyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.nat(9).map(
      (n): Step =>
        (world) =>
          sendSignal(world, { key: `key-${n}`, serviceId: highService, shape: 'each', alerts: [{ name: `Alert ${n}` }] }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(9).map(
      (n): Step =>
        (world) =>
          sendSignal(world, { key: `key-${n}`, action: 'resolve', alerts: [] }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(0, second, 20 * second, 30 * second, minute, 2 * minute, 5 * minute).map(
      (ms): Step =>
        (world) =>
          world.advance(ms),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({ who: fc.constantFrom(...people), n: fc.nat(9) }).map(({ who, n }): Step => (world) => {
      const groups = openGroups(world);
      const group = groups[n % Math.max(groups.length, 1)];
      if (group) world.run({ type: 'AcknowledgeAlertGroup', data: { groupId: group.groupId } }, { actor: actorOf(who) });
    }),
  },
);

describe('a backtest with nothing changed', () => {
  it('differs in nothing from quiet nights', () => {
    fc.assert(
      fc.property(history, replies, (steps, replySequence) => {
        const world = createWorld({ answer: createReplier(replySequence) });
        const from = world.now;
        for (const step of steps) if (!step.name.startsWith('away')) step(world);
        world.advance(0);
        const { differing, differences, lost, was, would } = unchanged(world.events, from);
        expect({ differing, differences, lost }).toEqual({ differing: { late: 0, change: 0, assumption: 0 }, differences: [], lost: 0 });
        expect(would.recorded).toEqual(was);
      }),
      { seed: 20261127, numRuns },
    );
  });

  it('differs in nothing from busy nights, in which much falls on one instant', () => {
    fc.assert(
      fc.property(fc.array(busyStep, { minLength: 20, maxLength: 60, size: 'max' }), replies, (steps, replySequence) => {
        const world = createWorld({ answer: createReplier(replySequence) });
        const from = world.now;
        for (const step of steps) step(world);
        world.advance(0);
        const { differing, differences, lost, was, would } = unchanged(world.events, from);
        expect({ differing, differences, lost }).toEqual({ differing: { late: 0, change: 0, assumption: 0 }, differences: [], lost: 0 });
        expect(would.recorded).toEqual(was);
      }),
      { seed: 20261128, numRuns },
    );
  });

  it('repeats an acknowledgement in the instant of the ring after the ring', () => {
    const world = createWorld({ answer: createReplier([{ outcome: { ok: true, state: 'sent', providerId: null }, after: 300 }]) });
    const rule = { personId: bo, contactMethodId: idOf(`c${bo.slice(-3)}`), ruleId: idOf('b0d'), urgency: 'high', delayMinutes: 0 };
    runCommand(world, { type: 'AddNotificationRule', data: rule }, actorOf(bo));
    const from = world.now;
    sendSignal(world, { key: 'db', alerts: [{ name: 'DiskFull' }] });
    world.advance(0);
    world.run({ type: 'AcknowledgeAlertGroup', data: { groupId: openGroups(world)[0]!.groupId } }, { actor: actorOf(bo) });
    world.advance(minute);
    const { differences, was } = unchanged(world.events, from);
    expect(differences).toEqual([]);
    expect(was.interruptions).toBe(1);
  });
});
