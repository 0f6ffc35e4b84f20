import type { AnchorTarget } from './anchor-targets.js';
import { Anchors } from './anchors.js';

const at = (n: number): string => new Date(Date.UTC(2026, 10, 28, 12, n)).toISOString();

it('finds the last seal that a target took, however many another one took since', async () => {
  const events = Array.from({ length: 450 }, (_, n) => ({
    ordinal: n + 1,
    data: JSON.stringify({ size: n + 1, host: 'keeper.example', kind: n === 10 ? 'mail' : 'webhook' }),
    meta: JSON.stringify({ at: at(n) }),
  }));
  let reads = 0;
  const log = {
    head: async () => ({ ordinal: events.length }),
    readBack: async ({ before, limit }: { before: number; limit: number }) => {
      reads += 1;
      return events
        .slice(0, before - 1)
        .toReversed()
        .slice(0, limit);
    },
  };
  const lastOf = async (kind: AnchorTarget['kind']) => {
    const target: AnchorTarget = { kind, host: 'keeper.example', send: () => Promise.reject(new Error('sent')) };
    const anchors = new Anchors({ log } as never, [target]);
    await anchors.start(null);
    return anchors.last;
  };
  expect(await lastOf('mail')).toEqual({ size: 11, host: 'keeper.example', at: at(10) });
  expect(await lastOf('webhook')).toMatchObject({ size: 450 });
  // to the beginning of the log, and no further
  reads = 0;
  expect([await lastOf('time_stamp'), reads]).toEqual([null, 4]);
});
