import { events } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { HeldPings } from './held-pings.js';

const id = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const held = () => {
  const clock = new ManualClock('2026-11-21T03:00:00.000Z');
  const written: (readonly object[])[] = [];
  let isAway = false;
  const troubles: string[] = [];
  const inbox = {
    countPings: (_id: string, pings: readonly object[]) => {
      if (isAway) return Promise.reject(new Error('away'));
      written.push(pings);
      return Promise.resolve('');
    },
  };
  const parts = partOf<ServerParts>({ clock, troubles: { note: (of: string) => troubles.push(of) } });
  return { pings: new HeldPings(parts, inbox), clock, written, troubles, goAway: (now: boolean) => (isAway = now) };
};

describe('pings that say nothing new', () => {
  it('of all heartbeats are one event half a minute later, counted, each with the time of its last', async () => {
    const { pings, clock, written } = held();
    pings.hold(id(1), clock.now());
    clock.moveTo('2026-11-21T03:00:10.000Z');
    pings.hold(id(2), clock.now());
    pings.hold(id(1), clock.now());
    expect(written).toEqual([]);
    clock.moveTo('2026-11-21T03:00:30.000Z');
    await pings.write();
    expect(written).toEqual([
      [
        { id: id(1), ago: 20_000, n: 2 },
        { id: id(2), ago: 20_000 },
      ],
    ]);
  });

  it('are kept while the log is away, and nothing more is held until it is back', async () => {
    const { pings, clock, written, troubles, goAway } = held();
    goAway(true);
    pings.hold(id(1), clock.now());
    await pings.write();
    expect([pings.isFailing, troubles]).toEqual([true, ['pings']]);
    goAway(false);
    clock.moveTo('2026-11-21T03:01:00.000Z');
    await pings.stop();
    expect([pings.isFailing, written]).toEqual([false, [[{ id: id(1), ago: 60_000 }]]]);
  });

  it('are written again a second after the log was away', async () => {
    const { pings, clock, written, goAway } = held();
    goAway(true);
    pings.hold(id(1), clock.now());
    await pings.write();
    goAway(false);
    clock.moveTo('2026-11-21T03:00:01.000Z');
    expect(written).toEqual([[{ id: id(1), ago: 1_000 }]]);
  });

  it('of a hundred heartbeats a minute are less than 5 GB on the log in a year', () => {
    const aYear = 365 * duration.day;
    const each = Array.from({ length: 100 / (duration.minute / heartbeatLimits.together.every) }, (_, n) => ({ id: id(n), ago: 29_999 }));
    const data = events.PingsCounted.data.parse({ pings: each });
    // of an event of this kind as it stands on the log, beside its data: ids, stream, digest, metadata with salt
    const around = 700;
    const bytes = JSON.stringify(data).length + around;
    expect((aYear / heartbeatLimits.together.every) * bytes).toBeLessThan(5_000_000_000);
  });
});
