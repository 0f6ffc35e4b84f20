import type { ArrivalsRow, IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { findAboveSoftLimit } from '../operate/above-soft-limit.js';
import { HardLimit } from './hard-limit.js';

const integration = { id: 'i1', hardLimit: 10 } as IntegrationRow;
const row = (minutes: ArrivalsRow['minutes']): ArrivalsRow => ({ id: 'i1', lastAt: '2026-11-21T03:12:00.000Z', minutes });

/** A server with these arrivals in memory. */
const server = (minutes: ArrivalsRow['minutes'] = []) => {
  const time = { at: '2026-11-21T03:12:30.000Z' };
  const clock = { now: () => time.at };
  const rows = new Map([['i1', row(minutes)]]);
  const memory = { rows: () => ({ get: (id: string) => rows.get(id), all: () => rows.values() }) };
  const parts = partOf<Pick<ServerParts, 'clock' | 'memory'>>({ clock, memory });
  return { time, parts, limit: new HardLimit(parts) };
};
const acceptSignals = async (limit: HardLimit, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await limit.countWrite(integration, () => Promise.resolve());
};

describe('the hard limit', () => {
  it('refuses above it until the oldest minute has left the window', async () => {
    const { time, limit } = server();
    await acceptSignals(limit, 9);
    expect(limit.secondsToWait(integration)).toBeNull();
    await acceptSignals(limit, 1);
    expect(limit.secondsToWait(integration)).toBe(270);
    time.at = '2026-11-21T03:17:00.000Z';
    expect(limit.secondsToWait(integration)).toBeNull();
  });

  it('counts no minute that is still to come: the clock was set back', async () => {
    const { time, limit } = server([{ minute: '2026-11-21T03:10:00.000Z', signals: 500 }]);
    await acceptSignals(limit, 10);
    time.at = '2026-11-21T02:12:30.000Z';
    expect(limit.secondsToWait(integration)).toBeNull();
    await acceptSignals(limit, 10);
    expect(limit.secondsToWait(integration)).toBe(270);
  });

  it('counts the minute of a server whose clock is a little ahead', () => {
    const { limit } = server([{ minute: '2026-11-21T03:13:00.000Z', signals: 10 }]);
    expect(limit.secondsToWait(integration)).toBe(330);
  });

  it('does not count what could not be written', async () => {
    const { limit } = server();
    const fails = (): Promise<void> => Promise.reject(new Error('disk full'));
    for (let n = 0; n < 20; n += 1) await expect(limit.countWrite(integration, fails)).rejects.toThrow('disk full');
    expect(limit.secondsToWait(integration)).toBeNull();
    await acceptSignals(limit, 10);
    expect(limit.secondsToWait(integration)).not.toBeNull();
  });

  it('counts what is on its way', async () => {
    const { limit } = server();
    let arrive = (): void => undefined;
    const disk = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const writes = Array.from({ length: 10 }, () => limit.countWrite(integration, () => disk));
    expect(limit.secondsToWait(integration)).not.toBeNull();
    arrive();
    await Promise.all(writes);
    expect(limit.secondsToWait(integration)).not.toBeNull();
  });
});

describe('what is above the soft limit', () => {
  it('is counted of the last minutes alone, and of none that is still to come', () => {
    const { time, parts } = server([{ minute: '2026-11-21T03:10:00.000Z', signals: 500 }]);
    expect(findAboveSoftLimit(parts)).toEqual([{ integrationId: 'i1', signals: 500 }]);
    time.at = '2026-11-21T02:12:30.000Z';
    expect(findAboveSoftLimit(parts)).toEqual([]);
  });
});
