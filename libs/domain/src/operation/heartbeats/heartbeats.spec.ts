import { addMillis } from '@tocsin/kernel/time.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { byOwner, idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { heartbeatDecider } from './decider.js';
import { cronAt, heartbeatId, HeartbeatWorld, integrationId, settings } from './heartbeats.fixture.js';
import type { HeartbeatReads } from './reads.js';
import { isDown, type HeartbeatState } from './state.js';

describe('a heartbeat', () => {
  it('is inactive until it pings, however long that takes; a log is no sign of life', () => {
    const one = new HeartbeatWorld();
    one.pings('log');
    one.at(100_000);
    expect([one.row.state, one.judged, one.row.pings]).toEqual(['inactive', [], 1]);
    one.pings('start');
    expect(one.row.state).toBe('healthy');
  });

  it('opens an alert group when it is overdue, and the next success resolves it', () => {
    const one = new HeartbeatWorld();
    one.pings();
    one.at(70);
    expect([one.row.state, one.groups]).toEqual(['healthy', []]);
    one.at(1);
    expect([one.row.state, one.groups, one.judged]).toEqual(['overdue', ['firing'], ['HeartbeatWentDown missed']]);
    one.at(600);
    one.pings('start');
    expect(one.row.state).toBe('overdue');
    one.pings();
    expect([one.row.state, one.groups]).toEqual(['healthy', ['resolved']]);
    expect(one.judged).toEqual(['HeartbeatWentDown missed', 'HeartbeatRecovered']);
    expect(one.world.refusals).toEqual([]);
    // the team and its service were recorded at once, which no command does
    expect(reenact(domain, one.world.events).differences.filter(({ stream }) => !stream.startsWith('team'))).toEqual([]);
  });

  it('is in time at the very deadline', () => {
    const one = new HeartbeatWorld();
    one.pings();
    one.at(70);
    one.pings();
    one.at(69);
    expect(one.judged).toEqual([]);
  });

  it('that says it failed is failing at once, in one group with being overdue', () => {
    const one = new HeartbeatWorld();
    one.pings('fail', { exitStatus: 3, details: 'disk full' });
    one.at(600);
    expect([one.row.state, one.groups, one.judged]).toEqual(['failing', ['firing'], ['HeartbeatWentDown failed']]);
    const signal = one.world.events.find(({ type }) => type === 'SignalReceived')!.data as { signal: { alerts: { summary: string }[] } };
    expect(signal.signal.alerts[0]).toMatchObject({
      summary: 'Nightly backup failed with exit status 3',
      details: expect.stringContaining('disk full'),
      severity: 'critical',
    });
  });

  it('of which someone resolved the group opens again only after a ping and another miss', () => {
    const one = new HeartbeatWorld();
    one.pings();
    one.at(80);
    const groupId = (one.world.events.find(({ type }) => type === 'AlertGroupOpened')!.data as { groupId: string }).groupId;
    expect(one.world.run({ type: 'ResolveAlertGroup', data: { groupId } }, { actor: byOwner }).kind).toBe('done');
    one.at(300);
    expect([one.row.state, one.groups]).toEqual(['overdue', ['resolved']]);
    one.pings();
    one.at(80);
    expect([one.row.state, one.groups.at(-1)]).toEqual(['overdue', 'firing']);
  });

  it('tolerates so many missed in a row, counted by its interval with one grace', () => {
    const one = new HeartbeatWorld({ tolerate: 2 });
    one.pings();
    one.at(3 * 60 + 10);
    expect(one.judged).toEqual([]);
    one.at(1);
    expect(one.judged).toEqual(['HeartbeatWentDown missed']);
  });

  it('tolerates so many failed in a row, each of them heard', () => {
    const one = new HeartbeatWorld({ tolerate: 1 });
    one.pings('fail');
    one.at(60);
    expect(one.judged).toEqual([]);
    one.pings('success');
    one.at(60);
    one.pings('fail');
    one.at(60);
    one.pings('fail');
    expect(one.judged).toEqual(['HeartbeatWentDown failed']);
  });

  it('that recovered three times within an hour keeps its group until three pings are on time', () => {
    const one = new HeartbeatWorld({ tolerate: 0 });
    for (let n = 0; n < 3; n += 1) {
      one.pings('fail');
      one.at(5);
      one.pings();
      one.at(5);
    }
    const groups = one.groups.length;
    expect([one.row.state, one.row.isHeldOpen, one.groups.at(-1)]).toEqual(['healthy', true, 'firing']);
    // one too soon does not count
    one.pings();
    one.at(60);
    one.pings();
    one.at(60);
    one.pings();
    one.at(30);
    one.pings('fail');
    expect([one.row.state, one.groups]).toHaveProperty('1.length', groups);
    one.pings();
    for (let n = 0; n < 3; n += 1) {
      expect(one.groups.at(-1)).toBe('firing');
      one.at(60);
      one.pings();
    }
    expect([one.row.isHeldOpen, one.groups.at(-1), one.groups.length]).toEqual([false, 'resolved', groups]);
    expect(one.judged.at(-1)).toBe('HeartbeatSettled');
  });

  it('that flaps is decided by what memory knows of its stream, which is not read from its start: all that decides is the same', () => {
    const one = new HeartbeatWorld({ tolerate: 0 });
    for (let n = 0; n < 40; n += 1) {
      one.pings(n % 3 === 0 ? 'fail' : 'success');
      one.at(20);
    }
    const reads = { heartbeats: one.world.memory.rows<HeartbeatState>('heartbeats') } as HeartbeatReads;
    const known = heartbeatDecider.readKnownState!(reads, heartbeatId)!;
    const own = one.world.events.filter(({ stream }) => stream === `heartbeat-${heartbeatId}`);
    expect(own.length).toBeGreaterThan(20);
    // behind it are signals at most, which change nothing
    expect(own.filter(({ revision, type }) => revision > known.revision && type !== 'SignalReceived')).toEqual([]);
    const read = one.world.state(heartbeatDecider, heartbeatId)!;
    const decides = ({ keys, endedKeys, isHeldOpen, facts, plannedBy, slug, recoveries }: HeartbeatState) =>
      JSON.stringify({ keys, endedKeys, isHeldOpen, facts, plannedBy, slug, recoveries });
    expect(decides(known.state!)).toEqual(decides(read));
    expect(isDown(known.state!)).toBe(isDown(read));
  });

  it('counts pings that were taken together', () => {
    const one = new HeartbeatWorld();
    one.pings();
    one.at(61);
    one.has('inbox-n1', { type: 'PingsCounted', data: { pings: [{ id: heartbeatId, ago: 60_000, n: 7 }] } });
    one.at(69);
    expect([one.judged, one.row.pings, one.row.lastSuccessAt]).toEqual([[], 8, '2026-11-21T01:00:00.000Z']);
    one.at(1);
    expect(one.row.state).toBe('overdue');
  });

  it('that a ping reached while it was judged is back', () => {
    const one = new HeartbeatWorld();
    one.pings();
    const went = { heartbeatId, integrationId, because: 'missed', expectedAt: one.world.now, heardAt: one.row.heardAt } as const;
    one.at(30);
    one.pings();
    one.has(`heartbeat-${heartbeatId}`, { type: 'HeartbeatWentDown', data: went });
    expect(one.judged).toEqual(['HeartbeatWentDown missed', 'HeartbeatRecovered']);
  });

  it('whose settings change is not overdue by that', () => {
    const one = new HeartbeatWorld();
    one.pings();
    one.at(50);
    const changed = { ...settings, heartbeatId, integrationId, schedule: { kind: 'interval', every: 5 }, grace: 1 } as const;
    one.has(`heartbeat-${heartbeatId}`, { type: 'HeartbeatChanged', data: changed });
    one.at(6);
    expect(one.judged).toEqual(['HeartbeatChanged']);
    one.at(1);
    expect(one.judged).toEqual(['HeartbeatChanged', 'HeartbeatWentDown missed']);
  });

  it('that was removed is judged no more, and its pings are counted', () => {
    const one = new HeartbeatWorld();
    one.pings();
    one.world.run({ type: 'RemoveHeartbeat', data: { heartbeatId } }, { actor: byOwner });
    one.at(6_000);
    one.pings();
    expect([one.row.state, one.row.pings, one.groups]).toEqual(['removed', 2, []]);
  });
});

describe('the group of a heartbeat that is removed', () => {
  it.each([
    ['that is overdue', (one: HeartbeatWorld) => one.at(80)],
    ['that failed', (one: HeartbeatWorld) => one.pings('fail')],
    ['that recovered too often', (one: HeartbeatWorld) => [1, 2, 3].forEach(() => (one.pings('fail'), one.at(5), one.pings(), one.at(5)))],
  ])('%s is resolved', (_, goDown) => {
    const one = new HeartbeatWorld();
    one.pings();
    goDown(one);
    expect(one.groups.at(-1)).toBe('firing');
    one.world.run({ type: 'RemoveHeartbeat', data: { heartbeatId } }, { actor: byOwner });
    one.at(0);
    expect([one.row.state, one.groups.at(-1)]).toEqual(['removed', 'resolved']);
    expect(reenact(domain, one.world.events).differences.filter(({ stream }) => !stream.startsWith('team'))).toEqual([]);
  });
});

describe('a run', () => {
  it('has its own deadline, and no other counts while it goes on', () => {
    const one = new HeartbeatWorld({ longestRun: 200 });
    one.pings();
    one.at(60);
    one.pings('start');
    one.at(199);
    expect(one.judged).toEqual([]);
    one.at(2);
    expect([one.judged, one.row.state]).toEqual([['HeartbeatWentDown ran_too_long'], 'overdue']);
    one.pings();
    expect(one.row.runs.at(-1)).toMatchObject({ result: 'success', millis: 201 * 60_000 });
    expect(one.groups).toEqual(['resolved']);
  });

  it('of an id ends by that id; one without an id is replaced by the next start', () => {
    const one = new HeartbeatWorld();
    const [a, b] = ['0000000a-0000-4000-8000-000000000000', '0000000b-0000-4000-8000-000000000000'];
    one.pings('start', { runId: a });
    one.at(5);
    one.pings('start', { runId: b });
    one.at(5);
    one.pings('success', { runId: a });
    expect(one.row.runs.at(-1)!.millis).toBe(10 * 60_000);
    expect(one.row.openRuns.map(({ runId }) => runId)).toEqual([b]);
    one.pings('success');
    expect([one.row.runs.at(-1)!.millis, one.row.openRuns.length]).toEqual([null, 1]);
    one.at(16);
    expect(one.judged).toEqual(['HeartbeatWentDown ran_too_long']);
  });

  it('that takes too long counts as a missed one', () => {
    const one = new HeartbeatWorld({ tolerate: 1 });
    one.pings('start');
    one.at(21);
    expect(one.judged).toEqual(['HeartbeatRunGivenUp']);
    one.at(70);
    expect(one.judged.at(-1)).toBe('HeartbeatWentDown missed');
  });
});

describe('after an absence', () => {
  it('a heartbeat gets a fresh interval and grace; a second one only moves its deadline', () => {
    const one = new HeartbeatWorld();
    one.pings();
    one.at(30);
    one.away(120);
    one.at(60);
    expect(one.judged).toEqual([]);
    one.away(15);
    one.at(10);
    expect(one.judged).toEqual([]);
    one.at(1);
    expect(one.judged).toEqual(['HeartbeatWentDown missed']);
  });

  it('a mark that fell into it is excused, and a run has its whole time', () => {
    const cron = new HeartbeatWorld({ schedule: cronAt('0 3 * * *') }, '2026-11-21T02:00:00.000Z');
    cron.pings();
    cron.at(30);
    cron.away(60);
    cron.at(20 * 60);
    expect(cron.judged).toEqual([]);
    const run = new HeartbeatWorld();
    run.pings('start');
    run.away(60);
    run.at(20);
    expect(run.judged).toEqual([]);
    run.at(1);
    expect(run.judged).toEqual(['HeartbeatWentDown ran_too_long']);
  });
});

describe('a deadline that is found more than a minute late', () => {
  it('proves an absence that nothing else tells of: the heartbeat gets a fresh interval, once', () => {
    const one = new HeartbeatWorld();
    one.pings();
    one.silent(90);
    expect([one.judged, one.row.state, one.groups]).toEqual([['HeartbeatExcused'], 'healthy', []]);
    one.at(70);
    expect(one.judged).toEqual(['HeartbeatExcused']);
    one.at(1);
    expect(one.judged.at(-1)).toBe('HeartbeatWentDown missed');
    expect(reenact(domain, one.world.events).differences.filter(({ stream }) => !stream.startsWith('team'))).toEqual([]);
  });

  it('that was fresh already gives only a minute', () => {
    const one = new HeartbeatWorld();
    one.pings();
    one.away(1);
    one.silent(90);
    expect(one.judged).toEqual(['HeartbeatExcused']);
    one.at(1);
    one.at(1);
    expect(one.judged.at(-1)).toBe('HeartbeatWentDown missed');
  });

  it('excuses the others too, of which the deadline is just after', () => {
    const one = new HeartbeatWorld();
    const other = idOf('4c');
    one.has(`heartbeat-${other}`, {
      type: 'HeartbeatCreated',
      data: { heartbeatId: other, integrationId, ...settings, name: 'Other', slug: 'other' },
    });
    one.pings();
    one.at(10);
    one.pings('success', { heartbeatId: other });
    // the deadline of the other one is in a second
    one.at(10);
    one.silent(60 - 1 / 60);
    expect(one.judged).toEqual(['HeartbeatExcused']);
    one.at(69);
    expect(one.groups).toEqual([]);
    one.at(2);
    expect(one.groups).toEqual(['firing', 'firing']);
  });

  it('is judged up to a minute late: a busy reactor is no absence', () => {
    const one = new HeartbeatWorld();
    one.pings();
    one.silent(71);
    expect(one.judged).toEqual(['HeartbeatWentDown missed']);
  });
});

describe('after the clock was set back', () => {
  it('a failure pages at once, whether the step is on the log yet or not', () => {
    const told = new HeartbeatWorld();
    told.pings();
    told.setBack(60);
    told.pings('fail');
    expect(told.judged).toEqual(['HeartbeatWentDown failed']);
    const untold = new HeartbeatWorld();
    untold.pings();
    untold.world.now = addMillis(untold.world.now, -3_600_000);
    untold.pings('fail');
    expect(untold.judged).toEqual(['HeartbeatWentDown failed']);
  });

  it('a job that is dead, or runs too long, pages when it would have without the step', () => {
    const dead = new HeartbeatWorld();
    dead.pings();
    dead.setBack(600);
    dead.at(71);
    expect(dead.judged).toEqual(['HeartbeatWentDown missed']);
    const run = new HeartbeatWorld();
    run.pings('start');
    run.setBack(600);
    run.at(21);
    expect(run.judged).toEqual(['HeartbeatWentDown ran_too_long']);
  });

  it('a mark that was answered too early by that is expected, but one that may be is not', () => {
    const nightly = { schedule: cronAt('0 3 * * *') };
    const one = new HeartbeatWorld(nightly, '2026-11-21T03:01:00.000Z');
    one.pings();
    one.setBack(60);
    one.at('2026-11-21T03:11:00.000Z');
    expect(one.judged).toEqual(['HeartbeatWentDown missed']);
    const near = new HeartbeatWorld(nightly, '2026-11-21T03:01:00.000Z');
    near.pings();
    near.setBack(2);
    near.at('2026-11-21T03:11:00.000Z');
    expect(near.judged).toEqual([]);
  });
});

describe('a mark', () => {
  const nightly = (more = {}) => new HeartbeatWorld({ schedule: cronAt('0 3 * * *'), ...more }, '2026-11-21T12:00:00.000Z');

  it('is answered by a ping a little before it', () => {
    const one = nightly();
    one.pings();
    one.at('2026-11-22T02:51:00.000Z');
    one.pings();
    one.at('2026-11-22T23:00:00.000Z');
    expect([one.judged, one.row.runs.at(-1)!.offMark]).toEqual([[], -9]);
  });

  it('is not answered by one long before it', () => {
    const one = nightly();
    one.pings();
    one.at('2026-11-22T02:49:00.000Z');
    one.pings();
    one.at('2026-11-22T03:10:01.000Z');
    expect(one.judged).toEqual(['HeartbeatWentDown missed']);
  });

  it('is answered once: two pings answer no two marks', () => {
    const one = nightly();
    one.pings();
    one.at('2026-11-22T03:01:00.000Z');
    one.pings();
    one.at(1);
    one.pings();
    one.at('2026-11-23T03:11:00.000Z');
    expect(one.judged).toEqual(['HeartbeatWentDown missed']);
  });

  it('near a change of its zone’s clock has an hour more', () => {
    const one = new HeartbeatWorld({ schedule: cronAt('0 3 * * *', 'Europe/Berlin') }, '2026-03-27T12:00:00.000Z');
    one.pings();
    one.at('2026-03-28T02:05:00.000Z');
    one.pings();
    one.at(addMillis('2026-03-29T01:00:00.000Z', 70 * 60_000));
    expect(one.judged).toEqual([]);
    one.at(1);
    expect(one.judged).toEqual(['HeartbeatWentDown missed']);
  });
});
