import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { AnyView, View } from '@tocsin/kernel/rows/view.js';
import { MemoryEventLog } from '../event-log/memory-event-log.js';
import type { StoredEvent } from '../event-log/event-log.js';
import { LogTimeMarks } from '../feed/log-time-marks.js';
import { StreamFold } from './stream-fold.js';

const at = (minute: number): string => new Date(Date.parse('2026-11-21T03:00:00.000Z') + minute * 60_000).toISOString();
const decode = ({ data, meta, ...storedEvent }: StoredEvent): Recorded => ({
  ...storedEvent,
  data: JSON.parse(data) as unknown,
  meta: JSON.parse(meta) as Recorded['meta'],
});

const counts: View<{ count: number; secret: string }> = {
  name: 'counts',
  hasHistory: false,
  stream: (id) => `counter-${id}`,
  bookkeeping: ['secret'],
  on: {
    Counted: {
      keys: ({ data }) => [(data as { id: string }).id],
      row: (row) => ({ count: (row?.count ?? 0) + 1, secret: 'x' }),
    },
    Reset: { keys: ({ data }) => [(data as { id: string }).id], row: () => null },
  },
};

const setting = () => {
  const log = new MemoryEventLog();
  const marks = new LogTimeMarks();
  let ordinal = 0;
  let logTime = '';
  const appendEvent = async (id: string, minute: number, type = 'Counted'): Promise<void> => {
    const when = at(minute);
    const event = { id: `e${ordinal}`, type, v: 1, data: JSON.stringify({ id }), meta: JSON.stringify({ at: when }) };
    await log.append(`counter-${id}`, 'any', [event]);
    ordinal += 1;
    logTime = when > logTime ? when : logTime;
    marks.note(ordinal, logTime);
  };
  const reads: number[] = [];
  const countedView = {
    readStream: (...args: Parameters<MemoryEventLog['readStream']>) => log.readStream(...args),
    readInstants: async (after: number, limit: number) => {
      const read = await log.readInstants(after, limit);
      reads.push(read.length);
      return read;
    },
  };
  const row = async (id: string, minute?: number) =>
    new StreamFold({ log: countedView, decode }).foldRow(
      counts as AnyView,
      id,
      minute === undefined ? undefined : await marks.upTo(at(minute), countedView.readInstants),
    );
  return { says: appendEvent, row, marks, reads };
};

describe('a row that is made of one stream', () => {
  it('is the fold of its stream, as of any moment', async () => {
    const { says, row } = setting();
    for (const minute of [1, 2, 3]) await says('a', minute);
    await says('b', 3);
    await says('a', 4, 'Reset');
    await says('a', 5);
    expect(await row('a', 0)).toBeUndefined();
    expect(await row('a', 2)).toEqual({ id: 'a', row: { count: 2 }, ordinal: 2 });
    expect(await row('a', 3.5)).toEqual({ id: 'a', row: { count: 3 }, ordinal: 3 });
    expect(await row('a', 4)).toBeUndefined();
    expect(await row('a')).toEqual({ id: 'a', row: { count: 1 }, ordinal: 6 });
    expect(await row('nobody', 4)).toBeUndefined();
  });

  it('follows log time, not the clock of the event: what a clock that was set back has written came later', async () => {
    const { says, row } = setting();
    await says('a', 1);
    await says('b', 30);
    await says('a', 10);
    await says('a', 31);
    expect(await row('a', 20)).toMatchObject({ row: { count: 1 } });
    expect(await row('a', 30)).toMatchObject({ row: { count: 2 } });
  });

  it('is folded to its end, however long the stream is', async () => {
    const { says, row } = setting();
    for (let n = 1; n <= 230; n += 1) await says('a', n);
    expect(await row('a')).toMatchObject({ row: { count: 230 } });
    expect(await row('a', 199)).toMatchObject({ row: { count: 199 } });
  });

  it('finds the moment from the mark before it: of a long log a thousand instants or two are read', async () => {
    const { says, row, reads, marks } = setting();
    for (let n = 1; n <= 5_300; n += 1) await says(n === 4_700 ? 'a' : 'b', n);
    expect(marks.dump()).toHaveLength(5);
    expect(await row('a', 4_699)).toBeUndefined();
    expect(await row('a', 4_700)).toMatchObject({ row: { count: 1 } });
    expect(Math.max(...reads)).toBeLessThanOrEqual(1_000);
    expect(reads).toHaveLength(2);
  });
});
