import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import { backtesting, type BacktestFound } from '@tocsin/domain/backtests/backtest.js';
import { ana, bo, cleo, idOf } from '@tocsin/domain/configuration.fixture.js';
import { setUpData } from '@tocsin/domain/organisation/facts.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import { asSource } from '@tocsin/kernel/replay/source.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { plus } from '@tocsin/kernel/time.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { as, did, installed, policyId, step, teamId } from './installation.js';
import { signalOf } from './monitoring.js';
import { answering } from './steps.js';

const minute = 60_000;
const groups = 8;
/** How late reactions and timers are, in turn, in milliseconds. */
const lags = [2, 3, 5, 4];

/** Records a signal at its time, and decides at the time of the world, which may be later. */
const tellAt = (
  world: World,
  at: string,
  n: number,
  { key, action }: { readonly key: string; readonly action: 'trigger' | 'resolve' },
): void => {
  const id = idOf(`f${n}`);
  const data = signalOf(at, { key, action, alerts: [{ name: key, state: action === 'trigger' ? 'firing' : 'resolved' }] });
  const actor = { kind: 'sender' as const, id: setUpData.integration.integrationId, roles: [] };
  const meta = { at, actor, commandId: id, correlationId: id, causationId: null, logic: domain.logic, node: 'world' };
  world.replay([{ id, stream: 'inbox-n1', revision: 0, ordinal: 0, type: 'SignalReceived', ...byContract('SignalReceived', data), meta }]);
};

/** Ana is paged, and acknowledges after two minutes; every reaction and every timer is some milliseconds late. */
const lagging = (): { readonly events: readonly Recorded[]; readonly from: string } => {
  const world = installed({ answer: answering([{ outcome: { ok: true, state: 'sent', providerId: null }, after: 300 }]) });
  did(world, {
    type: 'ChangePolicy',
    data: { teamId, policyId, version: 2, name: 'Payments primary', steps: [step(ana, 5), step(cleo, 10)], repeats: 1, climbLow: false },
  });
  // a message to Bo would go out at once, as those to Ana do
  const browser = { personId: bo, contactMethodId: idOf(`c${bo.slice(-3)}`) };
  did(world, { type: 'AddNotificationRule', data: { ...browser, ruleId: idOf('b0d'), urgency: 'high', delayMinutes: 0 } }, as(bo));
  world.advance(minute);
  const from = world.now;
  let told = 0;
  const lag = (): number => lags[(told += 1) % lags.length]!;
  // a signal of no alert group moves the clock past the timer, which rings then
  const passes = (until: string): void => {
    for (let due = world.nextDue(); due !== undefined && due <= until; due = world.nextDue()) {
      if (due > world.now) world.advanceTo(plus(due, -1));
      tellAt(world, plus(due > world.now ? due : world.now, lag()), told, { key: 'none', action: 'resolve' });
      world.advance(0);
    }
    world.advanceTo(until);
  };
  for (let n = 0; n < groups; n += 1) {
    const at = world.now;
    const key = `disk-${n}`;
    world.advance(lag());
    tellAt(world, at, told, { key, action: 'trigger' });
    passes(plus(at, 2 * minute));
    const open = [...world.memory.rows<OpenGroup>('groups').all()].find(({ status }) => status === 'firing');
    did(world, { type: 'AcknowledgeAlertGroup', data: { groupId: open!.groupId } }, as(ana));
    passes(plus(at, 4 * minute));
    const resolvedAt = world.now;
    world.advance(lag());
    tellAt(world, resolvedAt, told, { key, action: 'resolve' });
    passes(plus(at, 30 * minute));
  }
  return { events: world.events, from };
};

const { events, from } = lagging();

const backtested = (change: BacktestChange | null): BacktestFound => {
  const after = events.findLast(({ meta }) => meta.at < from)!.ordinal;
  const to = plus(events.at(-1)!.meta.at, minute);
  const steps = backtesting({ domain, source: asSource(events), written: byContract }, { change, from, to, after, upTo: events.length });
  for (;;) {
    const one = steps.next();
    if (one.done) return one.value;
  }
};

const withFirst = (personId: string): BacktestChange =>
  ({
    type: 'ChangePolicy',
    data: {
      teamId,
      policyId,
      version: 3,
      name: 'Payments primary',
      steps: [step(personId, 5), step(cleo, 10)],
      repeats: 1,
      climbLow: false,
    },
  }) as BacktestChange;

describe('a backtest of a log whose reactions and timers were some milliseconds late', () => {
  it('has lags in it', () => {
    const at = (type: string) => events.filter((event) => event.type === type && event.meta.at >= from).map(({ meta }) => meta.at);
    expect(at('AlertGroupOpened')).toHaveLength(groups);
    expect(at('PageStarted').every((one) => !one.endsWith('000Z'))).toBe(true);
  });

  it('finds no change where nothing is changed', () => {
    expect(backtested(null).differing.change).toBe(0);
  });

  it('says of each group that the change pages another person, not that it was late', () => {
    const { differing, differences } = backtested(withFirst(bo));
    expect(differing).toEqual({ late: 0, change: groups });
    expect(differences.map(({ was, would }) => [was[0]?.personId, would[0]?.personId])).toEqual(
      Array.from({ length: groups }, () => [ana, bo]),
    );
  });
});
