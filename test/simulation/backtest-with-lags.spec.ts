// simulation: full
import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { runBacktest, countEventsToRead, type BacktestFindings } from '@tocsin/domain/observers/backtests/backtest.js';
import { ana, bo, cleo, idOf } from '@tocsin/domain/configuration.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import { asSource } from '@tocsin/kernel/replay/source.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { actorOf, runCommand, createWorld, policyId, toStep, teamId } from './installation.js';
import { sendLateSignal } from './monitoring.js';
import { createReplier } from './steps.js';

const minute = 60_000;
const groups = 8;
const ruleOfBo = idOf('b0d');
/** Latencies of reactions and timers, alternating, in milliseconds. */
const lags = [2, 3, 5, 4];

interface RecordedLog {
  readonly events: readonly Recorded[];
  readonly from: string;
}

const toPolicyChange = (version: number, steps: readonly object[]) => ({
  type: 'ChangePolicy',
  data: { teamId, policyId, version, name: 'Payments primary', steps, repeats: 1, climbLow: false },
});

/** Who is paged acknowledges after two minutes; every reaction and every timer is some milliseconds late. */
const recordWithLags = (steps: readonly object[]): RecordedLog => {
  const world = createWorld({ answer: createReplier([{ outcome: { ok: true, state: 'sent', providerId: null }, after: 300 }]) });
  runCommand(world, toPolicyChange(2, steps));
  // messages to Bo and Cleo go out at once, as those to Ana do
  for (const [personId, ruleId] of [
    [bo, ruleOfBo],
    [cleo, idOf('c0d')],
  ] as const) {
    const browser = { personId, contactMethodId: idOf(`c${personId.slice(-3)}`) };
    runCommand(world, { type: 'AddNotificationRule', data: { ...browser, ruleId, urgency: 'high', delayMinutes: 0 } }, actorOf(personId));
  }
  world.advance(minute);
  const from = world.now;
  let lagCount = 0;
  const nextLag = (): number => lags[(lagCount += 1) % lags.length]!;
  // a signal of no alert group moves the clock past the timer, which fires then
  const runUntil = (until: string): void => {
    for (let due = world.nextDue(); due !== undefined && due <= until; due = world.nextDue()) {
      if (due > world.now) world.advanceTo(addMillis(due, -1));
      sendLateSignal(world, addMillis(due > world.now ? due : world.now, nextLag()), lagCount, { key: 'none', action: 'resolve' });
      world.advance(0);
    }
    world.advanceTo(until);
  };
  for (let n = 0; n < groups; n += 1) {
    const at = world.now;
    const key = `disk-${n}`;
    world.advance(nextLag());
    sendLateSignal(world, at, lagCount, { key, action: 'trigger' });
    runUntil(addMillis(at, 2 * minute));
    const open = [...world.memory.rows<OpenGroup>('groups').all()].find(({ status }) => status === 'firing');
    runCommand(world, { type: 'AcknowledgeAlertGroup', data: { groupId: open!.groupId } }, actorOf(open!.pages[0]!.personId));
    runUntil(addMillis(at, 4 * minute));
    const resolvedAt = world.now;
    world.advance(nextLag());
    sendLateSignal(world, resolvedAt, lagCount, { key, action: 'resolve' });
    runUntil(addMillis(at, 30 * minute));
  }
  return { events: world.events, from };
};

const backtested = ({ events, from }: RecordedLog, change: BacktestChange | null): BacktestFindings => {
  const after = events.findLast(({ meta }) => meta.at < from)!.ordinal;
  const endAt = addMillis(events.at(-1)!.meta.at, minute);
  const order = { change, from, to: endAt, after, upTo: events.length };
  const steps = runBacktest({ domain, source: asSource(events), written: byContract }, order);
  for (let read = 0; ; read += 1) {
    const one = steps.next();
    if (!one.done) continue;
    expect(read).toBe(countEventsToRead(order));
    return one.value;
  }
};

const firstSteps = (personId: string): readonly object[] => [toStep(personId, 5), toStep(cleo, 10)];
const roundRobinSteps = (...people: readonly string[]): readonly object[] => [
  {
    stepId: idOf('57e'),
    targets: people.map((personId) => ({ kind: 'person', personId })),
    waitMinutes: 5,
    notifyOthersStill: false,
    oneInTurn: true,
  },
];
const firstPagedOf = ({ differences }: BacktestFindings) => differences.map(({ was, would }) => [was[0]?.personId, would[0]?.personId]);

describe('a backtest of a log whose reactions and timers were some milliseconds late', () => {
  const log = recordWithLags(firstSteps(ana));

  it('has lags in it', () => {
    const at = (type: string) => log.events.filter((event) => event.type === type && event.meta.at >= log.from).map(({ meta }) => meta.at);
    expect(at('AlertGroupOpened')).toHaveLength(groups);
    expect(at('PageStarted').every((one) => !one.endsWith('000Z'))).toBe(true);
  });

  it('finds no change where nothing is changed', () => {
    expect(backtested(log, null).differing.change).toBe(0);
  });

  it('finds none in a change that has no effect', () => {
    const without = backtested(log, null).differing;
    expect(backtested(log, toPolicyChange(3, firstSteps(ana)) as BacktestChange).differing).toEqual(without);
  });

  it('says of each group that the change pages another person, not that it was late', () => {
    const result = backtested(log, toPolicyChange(3, firstSteps(bo)) as BacktestChange);
    expect(result.differing).toEqual({ late: 0, change: groups, assumption: 0 });
    expect(firstPagedOf(result)).toEqual(Array.from({ length: groups }, () => [ana, bo]));
  });

  it('says so of a notification rule that waits longer', () => {
    const change: BacktestChange = { type: 'ChangeNotificationRule', data: { personId: bo, ruleId: ruleOfBo, delayMinutes: 1 } };
    expect(backtested(recordWithLags(firstSteps(bo)), change).differing).toEqual({ late: 0, change: groups, assumption: 0 });
  });

  it('says so of a step in which other people take turns', () => {
    const turns = recordWithLags(roundRobinSteps(ana, bo));
    expect(backtested(turns, null).differing.change).toBe(0);
    const result = backtested(turns, toPolicyChange(3, roundRobinSteps(cleo, bo, ana)) as BacktestChange);
    expect(result.differing).toEqual({ late: 0, change: result.differences.length, assumption: 0 });
    expect(result.differences.length).toBeGreaterThan(groups / 2);
    expect(firstPagedOf(result).every(([was, would]) => was !== would)).toBe(true);
  });
});
