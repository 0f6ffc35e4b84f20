import { addMillis } from '@tocsin/kernel/time.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { byOwner } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { addZoneTable } from '../../setup/schedules/shifts/zone-table.js';
import { cronAt, heartbeatId, HeartbeatWorld, integrationId, settings } from './heartbeats.fixture.js';
import { newerZonesOf } from './zones.js';

/** An older edition, in which Berlin stays at summer time: two hours ahead of UTC. */
addZoneTable({ version: '1999z', zones: 'Europe/Berlin 0;UTC 1', lists: '120;0' });

/** Another one, with the same rules as the newest has in this winter. */
addZoneTable({ version: '1998z', zones: 'Europe/Berlin 0;UTC 1', lists: '60;0' });

/** One in which Berlin has the clock of UTC. */
addZoneTable({ version: '1997z', zones: 'Europe/Berlin 0;UTC 0', lists: '0' });

const nightly = { ...settings, schedule: cronAt('0 3 * * *', 'Europe/Berlin') };

/** A job of 3:00 in Berlin, which pinged last in the night before, by a release with an older edition. */
const before = (zones = '1999z', more: Partial<typeof settings> = {}): HeartbeatWorld => {
  const job = new HeartbeatWorld();
  job.world.record(
    `heartbeat-${heartbeatId}`,
    [{ type: 'HeartbeatChanged', data: { heartbeatId, integrationId, ...nightly, ...more, zones } }],
    byOwner,
  );
  const said = { exitStatus: null, runId: null, method: 'POST', from: '10.0.0.1', agent: 'curl', details: null, raw: null };
  job.world.record(
    'inbox-n1',
    [{ type: 'PingReceived', data: { heartbeatId, integrationId, receivedAt: job.world.now, kind: 'success', ...said } }],
    byOwner,
  );
  return job;
};
const takenIn = ({ world }: HeartbeatWorld) => world.events.filter(({ type }) => type === 'HeartbeatZonesTaken').map(({ data }) => data);

describe('a job in a zone whose rules a release knows otherwise', () => {
  it('is expected by the edition that its facts name until an event says that the newer one counts', () => {
    const job = before();
    expect(job.row.expectedAt).toBe('2026-11-21T01:00:00.000Z');
    job.at(0);
    const expectedAt = '2026-11-21T02:00:00.000Z';
    expect(takenIn(job)).toEqual([{ heartbeatId, integrationId, before: '1999z', zones: '2026c', expectedAt }]);
    expect(job.row.expectedAt).toBe(expectedAt);
  });

  it('is neither missed by the old clock, nor twice by the new one', () => {
    const job = before();
    job.at('2026-11-21T01:59:00.000Z');
    expect(job.judged).toEqual(['HeartbeatChanged', 'HeartbeatZonesTaken']);
    job.at('2026-11-21T02:01:00.000Z');
    job.pings();
    job.at('2026-11-22T02:10:00.000Z');
    expect(job.row.state).toBe('healthy');
    job.at('2026-11-22T02:10:02.000Z');
    expect(job.row).toMatchObject({ state: 'overdue', expectedAt: '2026-11-22T02:00:00.000Z' });
    expect(takenIn(job)).toHaveLength(1);
  });

  it('makes nothing overdue whose mark would be past by the new clock', () => {
    const job = before('1997z');
    job.world.now = '2026-11-21T02:30:00.000Z';
    job.at(0);
    expect(job.judged).toEqual(['HeartbeatChanged', 'HeartbeatZonesTaken']);
    expect(job.row).toMatchObject({ state: 'healthy', expectedAt: '2026-11-22T02:00:00.000Z' });
  });

  it.each(['1998z', '1999z', '1997z'])('that it missed goes down, though the release comes in its grace (from %s)', (zones) => {
    const job = before(zones);
    const { expectedAt } = job.row;
    job.world.now = addMillis(expectedAt!, 5 * 60_000);
    job.at(0);
    expect(takenIn(job)).toEqual([]);
    job.at(6);
    expect(job.judged.slice(1)).toEqual(['HeartbeatWentDown missed', 'HeartbeatZonesTaken']);
    expect(job.row).toMatchObject({ state: 'overdue', expectedAt });
  });

  it('that was missed goes down, though the release comes right after its grace', () => {
    const job = before();
    job.world.now = '2026-11-21T01:10:30.000Z';
    job.at(0);
    expect(job.judged.slice(1)).toEqual(['HeartbeatWentDown missed', 'HeartbeatZonesTaken']);
  });

  it('keeps the marks that were missed and tolerated', () => {
    const job = before('1998z', { tolerate: 2 });
    job.world.now = '2026-11-22T12:00:00.000Z';
    job.at(0);
    job.at('2026-11-23T02:11:00.000Z');
    expect(job.judged.slice(1)).toEqual(['HeartbeatWentDown missed', 'HeartbeatZonesTaken']);
  });

  it('takes the other clock at its next ping, where a mark was owed', () => {
    const job = before();
    job.world.now = '2026-11-21T01:05:00.000Z';
    job.pings();
    expect(job.judged.slice(1)).toEqual(['HeartbeatZonesTaken']);
    expect(job.row).toMatchObject({ state: 'healthy', zones: '2026c' });
  });

  it('goes on as it was where the clock shows the same', () => {
    const job = before('1998z');
    const { answeredAt, expectedAt } = job.row;
    job.at(0);
    expect(job.row).toMatchObject({ answeredAt, expectedAt, zones: '2026c' });
  });

  it('stays down while it is, and is said so once', () => {
    const job = before();
    job.at(0);
    job.pings('fail');
    job.at(1);
    job.world.record(
      `heartbeat-${heartbeatId}`,
      [{ type: 'HeartbeatChanged', data: { heartbeatId, integrationId, ...nightly, zones: '1999z' } }],
      byOwner,
    );
    job.at(1);
    expect(job.row.state).toBe('failing');
    expect(takenIn(job)).toHaveLength(2);
    expect(takenIn(job)[1]).toMatchObject({ expectedAt: null });
  });

  it('decides again what it decided', () => {
    const job = before();
    job.at('2026-11-22T03:00:00.000Z');
    const { events } = job.world;
    expect(job.judged).toEqual(['HeartbeatChanged', 'HeartbeatZonesTaken', 'HeartbeatWentDown missed']);
    const { differences, missing } = reenact(domain, events);
    const decided = (ordinal: number) => ['HeartbeatZonesTaken', 'HeartbeatWentDown'].includes(events[ordinal - 1]!.type);
    expect({ differences: differences.filter(({ ordinal }) => decided(ordinal)), missing }).toEqual({ differences: [], missing: [] });
  });

  it('decides again what an earlier release decided, in a log that has not heard of the newer edition', () => {
    const job = new HeartbeatWorld(nightly);
    job.pings();
    job.at('2026-11-21T03:00:00.000Z');
    expect(job.judged).toEqual(['HeartbeatWentDown missed']);
    const events = job.world.events.map((event) =>
      event.type === 'HeartbeatCreated' ? { ...event, data: { ...(event.data as object), zones: '1998z' } } : event,
    );
    const { differences, missing } = reenact(domain, events);
    const decided = (ordinal: number) => events[ordinal - 1]!.type === 'HeartbeatWentDown';
    expect({ differences: differences.filter(({ ordinal }) => decided(ordinal)), missing }).toEqual({ differences: [], missing: [] });
  });

  it('asks nothing of intervals, removed ones, zones that nobody knows, and the edition that it has', () => {
    const { row } = before();
    expect(newerZonesOf(row)).toBe('2026c');
    expect(newerZonesOf({ ...row, zones: '2026c' })).toBeNull();
    expect(newerZonesOf({ ...row, state: 'removed' })).toBeNull();
    expect(newerZonesOf({ ...row, schedule: { kind: 'interval', every: 5 } })).toBeNull();
    expect(newerZonesOf({ ...row, schedule: cronAt('0 3 * * *', 'Atlantis/Capital') })).toBeNull();
  });

  it('is computed by the newest edition there is where a later release named its own, which it keeps', () => {
    const job = new HeartbeatWorld({ ...nightly, zones: '2999z' });
    job.pings();
    job.at(60);
    expect(job.row).toMatchObject({ expectedAt: '2026-11-21T02:00:00.000Z', zones: '2999z' });
    expect(job.judged).toEqual([]);
  });
});
