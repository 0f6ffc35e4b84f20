import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { WaitingArrival } from '@tocsin/domain/operation/relays/views.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { Relayer } from './relayer.js';

const integrationId = 'theirs';
const arrivals: readonly WaitingArrival[] = [1, 2].map((ordinal) => ({
  ordinal,
  key: `key ${ordinal}`,
  integrationId,
  at: '2026-11-21T03:12:00.000Z',
  method: 'POST',
  contentType: 'application/json',
}));

/** A relayer of two arrivals; `refusals`: how many of its records the log refuses at first. */
const benchOf = (
  refusals: number,
  secret: () => string = () => JSON.stringify({ address: 'https://old.example.org/', header: null, field: null, credential: null }),
) => {
  const clock = new ManualClock('2026-11-21T03:12:00.000Z');
  const sent: string[] = [];
  const limits: unknown[] = [];
  const recorded: FactOf<'RelayProgressed'>[] = [];
  const troubles: unknown[] = [];
  let left = refusals;
  const server = partOf<ServerParts>({
    clock,
    logKind: 'live',
    config: { roles: ['reactor'] },
    memory: {
      onChange: () => () => {},
      rows: (name: string) => (name === 'waitingArrivals' ? { all: () => arrivals, size: arrivals.length } : { get: () => undefined }),
    },
    reacting: { epoch: 1 },
    reads: {
      integrations: { get: () => ({ relay: { relayRef: 'r' } }) },
      organisation: { get: () => undefined },
    },
    vault: { secret: () => secret(), logId: 'here' },
    log: { readAll: () => Promise.resolve([{} as never]) },
    codec: { decode: () => ({ data: { arrived: { method: 'POST', contentType: 'application/json' }, raw: '{}' } }) },
    troubles: { note: (_kind, error) => void troubles.push(error) },
  });
  const relayer = new Relayer({
    server,
    dispatcher: {
      send: ((_type: string, data: FactOf<'RelayProgressed'>) => {
        left -= 1;
        if (left >= 0) return Promise.reject(new Error('the log is away'));
        recorded.push(data);
        return Promise.resolve();
      }) as never,
    },
    http: {
      send: ((_method: string, address: string, { maxBytes }: { readonly maxBytes?: number }) => {
        sent.push(address);
        limits.push(maxBytes);
        return Promise.resolve({ status: 202, headers: {} });
      }) as never,
    },
  });
  const passes = async (ms: number): Promise<void> => {
    clock.moveTo(addMillis(clock.now(), ms));
    await relayer.whenSettled;
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { relayer, passes, sent, limits, recorded, troubles };
};

describe('a relayer', () => {
  it('records at its stop what it sent', async () => {
    const { relayer, passes, sent, recorded } = benchOf(0);
    relayer.start();
    await passes(0);
    await relayer.stop();
    expect([sent.length, recorded.flatMap(({ settled }) => settled)]).toEqual([2, [1, 2]]);
  });

  it('reads 64 KiB of an answer, and no more', async () => {
    const { relayer, passes, limits } = benchOf(0);
    relayer.start();
    await passes(0);
    await relayer.stop();
    expect(limits).toEqual([65_536, 65_536]);
  });

  it('sends nothing again when its recording failed, and records it later', async () => {
    const { relayer, passes, sent, recorded, troubles } = benchOf(1);
    relayer.start();
    for (let second = 0; second < 30; second += 1) await passes(1_000);
    expect([sent.length, recorded.flatMap(({ settled }) => settled), troubles.length]).toEqual([2, [1, 2], 1]);
    await relayer.stop();
  });

  it('goes on after a vault that can’t be read', async () => {
    let reads = 0;
    const { relayer, passes, recorded } = benchOf(0, () => {
      reads += 1;
      if (reads <= 2) throw new Error('the vault is away');
      return JSON.stringify({ address: 'https://old.example.org/', header: null, field: null, credential: null });
    });
    relayer.start();
    for (let second = 0; second < 60; second += 1) await passes(1_000);
    expect(recorded.flatMap(({ settled }) => settled).toSorted()).toEqual([1, 2]);
    await relayer.stop();
  });
});
