import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import type { PingKind } from '@tocsin/contracts/heartbeats/pings.js';
import type { HeartbeatSchedule } from '@tocsin/contracts/heartbeats/noun.js';
import { World } from '@tocsin/kernel/replay/world.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { bySystem, byOwner, idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { serviceCreated, serviceId } from '../../setup/services/facts.fixture.js';
import { teamId } from '../../setup/teams/facts.fixture.js';
import type { HeartbeatState } from './state.js';

export const heartbeatId = idOf('4b');
export const integrationId = idOf('17');
const minute = 60_000;

export const hourly: HeartbeatSchedule = { kind: 'interval', every: 60 };
export const cronAt = (cron: string, zone = 'UTC'): HeartbeatSchedule => ({ kind: 'cron', cron, zone });

type Settings = Omit<FactOf<'HeartbeatCreated'>, 'heartbeatId' | 'integrationId'>;
export const settings: Settings = {
  name: 'Nightly backup',
  slug: 'nightly-backup',
  schedule: hourly,
  grace: 10,
  longestRun: 20,
  tolerate: 0,
  urgency: 'high',
  postOnly: false,
};

/** A heartbeat, and all that follows from its pings, by a movable clock. */
export class HeartbeatWorld {
  readonly world: World;

  constructor(more: Partial<Settings> = {}, start = '2026-11-21T00:00:00.000Z') {
    this.world = new World(domain, { start });
    this.has(`team-${teamId}`, { type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } }, serviceCreated, {
      type: 'IntegrationCreated',
      data: { teamId, serviceId, integrationId, name: 'Jobs', kind: 'healthchecks' },
    });
    this.has(`heartbeat-${heartbeatId}`, { type: 'HeartbeatCreated', data: { heartbeatId, integrationId, ...settings, ...more } });
  }

  has(stream: string, ...facts: readonly Fact[]): void {
    this.world.record(stream, facts, byOwner);
    // what is due now is decided
    this.at(0);
  }

  pings(kind: PingKind = 'success', more: Partial<FactOf<'PingReceived'>> = {}): void {
    const said = { exitStatus: null, runId: null, method: 'POST', from: '10.0.0.1', agent: 'curl', details: null, raw: null };
    this.has('inbox-n1', {
      type: 'PingReceived',
      data: { heartbeatId, integrationId, receivedAt: this.world.now, kind, ...said, ...more },
    });
  }

  /** Moves the clock to this instant, or by so many minutes. */
  at(when: string | number): void {
    this.world.advanceTo(typeof when === 'string' ? when : addMillis(this.world.now, when * minute));
  }

  /** No reactor runs for so many minutes. */
  away(minutes: number): void {
    const awayFrom = this.world.now;
    this.world.now = addMillis(awayFrom, minutes * minute);
    this.world.run({ type: 'StartReactor', data: { awayFrom } }, { actor: bySystem });
  }

  /** Nothing is decided or heard for so many minutes, and no fact tells of it. */
  silent(minutes: number): void {
    this.world.now = addMillis(this.world.now, minutes * minute);
    this.at(0);
  }

  /** The clock is set back by so many minutes. */
  setBack(minutes: number): void {
    const from = this.world.now;
    const to = addMillis(from, -minutes * minute);
    this.world.now = to;
    this.has('reactor', { type: 'ClockSteppedBack', data: { from, to } });
  }

  get row(): HeartbeatState {
    return this.world.memory.rows<HeartbeatState>('heartbeats').get(heartbeatId)!;
  }

  /** States of its alert groups, in order. */
  get groups(): readonly string[] {
    return this.world.events
      .filter(({ type }) => type === 'AlertGroupOpened')
      .map(
        ({ data }) =>
          this.world.memory.rows<{ readonly status: string }>('groups').get((data as { readonly groupId: string }).groupId)?.status ??
          'gone',
      );
  }

  /** Its judgements so far. */
  get judged(): readonly string[] {
    const stream = `heartbeat-${heartbeatId}`;
    return this.world.events
      .filter((event) => event.stream === stream && event.type.startsWith('Heartbeat'))
      .slice(1)
      .map(({ type, data }) => [type, (data as { readonly because?: string }).because].filter(Boolean).join(' '));
  }
}
