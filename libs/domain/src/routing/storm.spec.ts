import { limits } from '@tocsin/contracts/limits.js';
import { contextAt } from '@tocsin/kernel/decide/context.js';
import { decide, isFacts } from '@tocsin/kernel/decide/decider.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { plus } from '@tocsin/kernel/time.js';
import { alertGroupDecider } from '../alert-groups/decider.js';
import { Harbour, ana, bo, pages } from '../alert-groups/groups.fixture.js';
import { groupReads } from '../alert-groups/shared/reads.js';
import { bySystem, idOf } from '../configuration.fixture.js';
import { domain } from '../registry.js';
import { stormKey, under } from './shared/storm-key.js';
import { alertOf, alertmanager, over, pagerduty, pagerdutyId } from './signals.fixture.js';
import { threadOf } from './thread.js';

/** A world in which this many alerts of different keys arrived at one instant. */
const flooded = (count: number, more: object = {}): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana]), pages([bo])] });
  for (let n = 0; n < count; n += 1) harbour.receives(pagerduty(`k${n}`, 'trigger', more));
  return harbour;
};
const storms = (harbour: Harbour) => harbour.rows().filter(({ storm }) => storm);
const storm = (harbour: Harbour) => storms(harbour).at(-1)!;
/** A person’s command about the storm. */
const act = (harbour: Harbour, type: string, data: object = {}) => harbour.act(type, { groupId: storm(harbour).id, ...data });
const lastItem = (harbour: Harbour) => harbour.all('SignalsRouted').at(-1)!.data.items.at(-1)!;

describe('a storm', () => {
  it('begins with the 51st group within five minutes: from then on one group takes all', () => {
    const harbour = flooded(50);
    expect(storms(harbour)).toEqual([]);
    for (let n = 50; n < 80; n += 1) harbour.receives(pagerduty(`k${n}`));
    expect(harbour.rows()).toHaveLength(51);
    expect(storm(harbour)).toMatchObject({ number: 51, title: 'Alert storm on Checkout', firing: 30, alerts: 30 });
  });

  it('is none where groups open more slowly', () => {
    const harbour = new Harbour();
    for (let n = 0; n < 100; n += 1) {
      harbour.receives(pagerduty(`k${n}`));
      harbour.passes(0.11);
    }
    expect(storms(harbour)).toEqual([]);
    expect(harbour.rows()).toHaveLength(100);
  });

  it('is judged by the running maximum of the clock', () => {
    const harbour = flooded(50);
    harbour.passes(5.01);
    harbour.receives(pagerduty('later'));
    expect(storms(harbour)).toEqual([]);
  });

  it('is neither begun nor joined by a test', () => {
    const tested = (key: string) => {
      const signal = pagerduty(key);
      return { ...signal, signal: { ...signal.signal, test: true } };
    };
    const harbour = new Harbour();
    for (let n = 0; n < 60; n += 1) harbour.receives(tested(`t${n}`));
    harbour.receives(pagerduty('real'));
    expect(storms(harbour)).toEqual([]);
    for (let n = 0; n < 60; n += 1) harbour.receives(pagerduty(`k${n}`));
    expect(storms(harbour)).toHaveLength(1);
    harbour.receives(tested('one more'));
    expect(lastItem(harbour)).toMatchObject({ outcome: 'opened', test: true });
  });

  it('resolves each alert by its own key, and ends with the last', () => {
    const harbour = flooded(53);
    harbour.receives(pagerduty('k50', 'resolve'));
    expect(storm(harbour)).toMatchObject({ status: 'firing', firing: 2, alerts: 3 });
    harbour.receives(pagerduty('k51', 'resolve'));
    harbour.receives(pagerduty('k0', 'resolve'));
    expect(storm(harbour)).toMatchObject({ status: 'firing', firing: 1 });
    harbour.receives(pagerduty('k52', 'resolve'));
    expect(storm(harbour)).toMatchObject({ status: 'resolved', firing: 0 });
  });

  it('keeps alerts of two senders apart that have one name, and takes whole threads', () => {
    const harbour = flooded(51);
    harbour.receives(alertmanager([alertOf('k50'), alertOf('Disk')]));
    expect(storm(harbour)).toMatchObject({ firing: 3 });
    harbour.receives(alertmanager([over('k50'), alertOf('Disk')]));
    expect(storm(harbour)).toMatchObject({ status: 'firing', firing: 2 });
    harbour.receives(alertmanager([over('Disk')], { action: 'resolve' }));
    expect(storm(harbour)).toMatchObject({ status: 'firing', firing: 1 });
  });

  it('takes no more once fewer than five joined in ten minutes', () => {
    const harbour = flooded(60);
    harbour.passes(9);
    for (let n = 0; n < 4; n += 1) harbour.receives(pagerduty(`slow${n}`));
    expect(harbour.rows()).toHaveLength(51);
    harbour.passes(2);
    harbour.receives(pagerduty('alone'));
    expect(harbour.rows()).toHaveLength(52);
    expect(lastItem(harbour)).toMatchObject({ outcome: 'opened' });
    expect(lastItem(harbour).storm).toBeUndefined();
  });

  it('goes on while five joined in ten minutes', () => {
    const harbour = flooded(60);
    harbour.passes(9);
    for (let n = 0; n < 5; n += 1) harbour.receives(pagerduty(`slow${n}`));
    harbour.passes(2);
    harbour.receives(pagerduty('with them'));
    expect(lastItem(harbour)).toMatchObject({ outcome: 'joined' });
  });

  it('that somebody resolved is followed by a linked one', () => {
    const harbour = flooded(55);
    const first = storm(harbour);
    expect(act(harbour, 'ResolveAlertGroup').kind).toBe('done');
    harbour.receives(pagerduty('next'));
    expect(lastItem(harbour)).toMatchObject({ outcome: 'opened', storm: { open: 1, follows: first.id } });
    // what a person resolved stays quiet, as outside storms
    harbour.receives(pagerduty('k51'));
    expect(lastItem(harbour)).toMatchObject({ outcome: 'still_firing', groupId: first.id });
  });

  it('takes what fires again back among the others, and pages nobody for it', () => {
    const harbour = flooded(53);
    harbour.receives(pagerduty('k50', 'resolve'));
    harbour.news();
    harbour.receives(pagerduty('k50'));
    expect(lastItem(harbour)).toMatchObject({ outcome: 'joined', groupId: storm(harbour).id, storm: { open: 3 } });
    expect(storm(harbour).firing).toBe(3);
    expect(harbour.paged()).toEqual([]);
  });

  it('that a person reopens has those again that fire still', () => {
    const harbour = flooded(53);
    harbour.receives(pagerduty('k50', 'resolve'));
    act(harbour, 'ResolveAlertGroup');
    act(harbour, 'ReopenAlertGroup');
    harbour.receives(pagerduty('k51', 'resolve'));
    expect(lastItem(harbour)).toMatchObject({ outcome: 'resolved', storm: { open: 1 } });
    harbour.receives(pagerduty('k52', 'resolve'));
    expect(storm(harbour).status).toBe('resolved');
  });

  it('is news where it raises the urgency, while nobody has it', () => {
    const harbour = flooded(53, { severity: 'warning' });
    expect(storm(harbour).urgency).toBe('low');
    harbour.passes(1);
    harbour.news();
    harbour.receives(pagerduty('low', 'trigger', { severity: 'warning' }));
    expect(harbour.types()).not.toContain('EscalationStarted');
    harbour.receives(pagerduty('high'));
    expect(storm(harbour).urgency).toBe('high');
    expect(harbour.paged()).toEqual([ana]);
  });

  it('fires again by what joins after an acknowledge, five minutes after it last rang', () => {
    const harbour = flooded(52);
    harbour.passes(1);
    act(harbour, 'AcknowledgeAlertGroup');
    harbour.news();
    harbour.receives(pagerduty('low', 'trigger', { severity: 'warning' }));
    harbour.receives(pagerduty('high'));
    harbour.receives(pagerduty('high2'));
    expect(storm(harbour)).toMatchObject({ status: 'acknowledged', storm: { newSince: 3 } });
    // its page had waited for a minute, to go out with others
    harbour.passes(4.9);
    expect(storm(harbour).status).toBe('acknowledged');
    harbour.passes(0.2);
    expect(storm(harbour)).toMatchObject({ status: 'firing' });
    expect(harbour.paged()).toContain(ana);
  });

  it('is left alone by what joins after an acknowledge with low urgency', () => {
    const harbour = flooded(52);
    act(harbour, 'AcknowledgeAlertGroup');
    harbour.receives(pagerduty('low', 'trigger', { severity: 'warning' }));
    harbour.passes(20);
    expect(storm(harbour).status).toBe('acknowledged');
  });

  it('is not taken in hand by a sender that acknowledges one alert', () => {
    const harbour = flooded(52);
    harbour.receives(pagerduty('k50', 'acknowledge'));
    expect(storm(harbour).status).toBe('firing');
    expect(harbour.all('AlertsTakenInHand')).toHaveLength(1);
    const alerts = harbour.world.rows<{ alerts: { fingerprint: string; inHand?: true }[] }>('alerts').get(storm(harbour).id)!.alerts;
    expect(alerts.filter(({ inHand }) => inHand).map(({ fingerprint }) => fingerprint)).toEqual([
      stormKey(threadOf(pagerdutyId, 'k50'), 'k50'),
    ]);
  });

  it('that is over is reopened by one that fires again soon', () => {
    const harbour = new Harbour();
    for (let n = 0; n < 52; n += 1) harbour.receives(alertmanager([alertOf(`a${n}`)], { key: `g${n}` }));
    harbour.receives(alertmanager([over('a50')], { key: 'g50', action: 'resolve' }));
    harbour.receives(alertmanager([over('a51')], { key: 'g51', action: 'resolve' }));
    expect(storm(harbour).status).toBe('resolved');
    harbour.passes(1);
    harbour.receives(alertmanager([alertOf('a50', { startsAt: harbour.world.now })], { key: 'g50' }));
    expect(lastItem(harbour)).toMatchObject({ outcome: 'reopened', storm: { open: 1 } });
    expect(storm(harbour)).toMatchObject({ status: 'firing', firing: 1 });
  });

  it('keeps open what fires again before its end was written', () => {
    const harbour = new Harbour();
    for (let n = 0; n < 52; n += 1) harbour.receives(alertmanager([alertOf(`a${n}`)], { key: `g${n}` }));
    harbour.receivesAtOnce([
      alertmanager([over('a50')], { key: 'g50', action: 'resolve' }),
      alertmanager([over('a51')], { key: 'g51', action: 'resolve' }),
      alertmanager([alertOf('a50')], { key: 'g50' }),
      alertmanager([alertOf('a51')], { key: 'g51' }),
    ]);
    expect(storm(harbour)).toMatchObject({ status: 'firing', firing: 2 });
    harbour.receives(alertmanager([over('a50')], { key: 'g50', action: 'resolve' }));
    harbour.receives(alertmanager([over('a51')], { key: 'g51', action: 'resolve' }));
    expect(storm(harbour)).toMatchObject({ status: 'resolved', firing: 0 });
  });

  it('is not called back by alerts of it that end', () => {
    const harbour = new Harbour({ service: { urgencyRule: 'always_high' } });
    for (let n = 0; n < 50; n += 1) harbour.receives(pagerduty(`k${n}`));
    harbour.receives(alertmanager([alertOf('a'), alertOf('b')]));
    act(harbour, 'AcknowledgeAlertGroup');
    harbour.receives(alertmanager([over('a'), alertOf('b')]));
    expect(lastItem(harbour)).toMatchObject({ outcome: 'changed' });
    expect(harbour.all('StormReturnPlanned')).toEqual([]);
  });

  const ofOneThread = (): Harbour => {
    const harbour = new Harbour();
    for (let n = 0; n < 50; n += 1) harbour.receives(pagerduty(`k${n}`));
    harbour.receives(alertmanager([alertOf('a'), alertOf('b')]));
    return harbour;
  };
  const isOver = (harbour: Harbour): void => {
    expect(storm(harbour)).toMatchObject({ status: 'resolved', firing: 0 });
    expect(harbour.idleTimers()).toEqual([]);
    const threads = groupReads(harbour.world.memory).threads.where('groupId', storm(harbour).id);
    expect(threads.filter(({ open, over: end }) => open || end !== undefined)).toEqual([]);
    const { differences, missing } = reenact(domain, harbour.world.events);
    expect({ differences: differences.filter(({ stream }) => stream !== 'configuration'), missing }).toEqual({
      differences: [],
      missing: [],
    });
  };

  it('asks its holder while all that fires in it is ending: one group is paged for others too', () => {
    const harbour = ofOneThread();
    act(harbour, 'AcknowledgeAlertGroup');
    harbour.passes(17);
    harbour.receives(alertmanager([over('a')], { action: 'resolve' }));
    harbour.passes(5);
    expect(storm(harbour)).toMatchObject({ status: 'acknowledged', firing: 1 });
    expect(harbour.all('HolderAsked')).toHaveLength(1);
  });

  it('ends with what was ending already when its sender said that the whole is over', () => {
    const harbour = ofOneThread();
    harbour.receives(alertmanager([alertOf('a')]));
    harbour.passes(3);
    harbour.receives(alertmanager([over('a')], { action: 'resolve' }));
    expect(storm(harbour)).toMatchObject({ status: 'firing', firing: 1 });
    harbour.passes(2.9);
    expect(storm(harbour).status).toBe('firing');
    harbour.passes(0.2);
    isOver(harbour);
  });

  it('ends with what was ending, listed as resolved after its sender said that the whole is over', () => {
    const harbour = ofOneThread();
    harbour.receives(alertmanager([over('a')], { action: 'resolve' }));
    harbour.receives(alertmanager([over('b')]));
    isOver(harbour);
  });

  it('ends by a thread that is over, after the timer of another one was faster', () => {
    const harbour = ofOneThread();
    harbour.receives(alertmanager([alertOf('c'), alertOf('d')], { key: 'g2' }));
    harbour.receives(alertmanager([over('a')], { action: 'resolve' }));
    harbour.passes(6.1);
    expect(storm(harbour)).toMatchObject({ status: 'firing', firing: 2 });
    const { groupId, integrationId, signal } = lastItem(harbour);
    const thread = threadOf(integrationId, 'g2');
    // its signal was routed while the first thread was open, and is applied now
    const command = {
      type: 'ApplySignal',
      data: { groupId, signal, fired: [], resolved: [], under: under(thread), thread, integrationId, outcome: 'over' },
    } as const;
    const reads = groupReads(harbour.world.memory);
    const closed = reads.threads.where('groupId', groupId!).map((row) => ({ ...row, open: false }));
    const context = contextAt({
      now: harbour.world.now,
      actor: bySystem,
      commandId: idOf('c9'),
      epoch: harbour.world.epoch,
      reads: { ...reads, threads: { ...reads.threads, where: () => closed } },
    });
    const decision = decide(
      alertGroupDecider,
      harbour.world.state(`alertGroup-${groupId}`),
      { ...command, data: { ...command.data, groupId: groupId! } },
      context,
    );
    expect(isFacts(decision) && decision.map(({ type }) => type)).toEqual(expect.arrayContaining(['AlertsResolved', 'AlertGroupResolved']));
  });

  it('ends where of one of its threads only alerts are left that are counted', () => {
    const harbour = ofOneThread();
    const many = Array.from({ length: limits.alertsPerGroup - 2 }, (_, n) => alertOf(`m${n}`));
    harbour.receives(alertmanager(many, { key: 'g2' }));
    harbour.receives(alertmanager([...many, alertOf('beyond')], { key: 'g2' }));
    expect(lastItem(harbour)).toMatchObject({ counted: { alerts: 1 } });
    harbour.receives(
      alertmanager(
        many.map(({ name }) => over(name)),
        { key: 'g2', action: 'resolve' },
      ),
    );
    expect(lastItem(harbour)).toMatchObject({ outcome: 'resolved', storm: { open: 1 } });
    harbour.receives(alertmanager([alertOf('a')]));
    harbour.passes(1);
    harbour.receives(alertmanager([over('a')], { action: 'resolve' }));
    harbour.passes(6.1);
    isOver(harbour);
  });

  it('keeps the urgency of what fires in it when a person ended it as more came', () => {
    const harbour = flooded(52);
    const { id: groupId } = storm(harbour);
    act(harbour, 'ResolveAlertGroup');
    const { state: _state, ...alert } = alertOf('late', { severity: 'warning' });
    const { inbox: _inbox, ...signal } = lastItem(harbour).signal;
    const alerts = [{ ...alert, fingerprint: stormKey('late', 'late') }];
    harbour.world.run({ type: 'JoinStorm', data: { groupId, signal, joined: 1, alerts } }, { actor: bySystem });
    expect(storm(harbour)).toMatchObject({ status: 'firing', urgency: 'high', firing: 3 });
  });

  it('is not made by a clock that ran ahead, until the others have reached it', () => {
    const harbour = new Harbour();
    harbour.receives(pagerduty('ahead'), plus(harbour.world.now, 20 * 86_400_000));
    for (let n = 0; n < 60; n += 1) {
      harbour.passes(1);
      harbour.receives(pagerduty(`k${n}`));
    }
    expect(storms(harbour)).toEqual([]);
    for (let n = 0; n < 60; n += 1) harbour.receives(pagerduty(`m${n}`));
    expect(storms(harbour)).toHaveLength(1);
  });

  it('has two thousand alerts at most; a thread that does not fit goes whole into a linked one', () => {
    const harbour = flooded(51);
    const many = (from: number) => Array.from({ length: 1_000 }, (_, n) => alertOf(`a${from + n}`));
    harbour.receives(alertmanager(many(0), { key: 'first' }));
    expect(storm(harbour).firing).toBe(1_001);
    const first = storm(harbour).id;
    harbour.receives(alertmanager(many(1_000), { key: 'second' }));
    expect(lastItem(harbour)).toMatchObject({ outcome: 'opened', storm: { open: 1, follows: first } });
    expect(storms(harbour).map(({ firing }) => firing)).toEqual([1_001, 1_000]);
  });
});
