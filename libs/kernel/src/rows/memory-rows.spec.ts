import { measureHeap } from '@tocsin/testing/heap-usage.js';
import { tallies, tickets, toyEvent } from '@tocsin/testing/toys/toy-views.js';
import { MemoryRows } from './memory-rows.js';
import { hasHandler, type AnyView, type View } from './view.js';

const day = (n: number): string => `2026-11-2${n}T12:00:00.000Z`;
const openedEvent = (ordinal: number, id: string, at = day(1)) =>
  toyEvent(ordinal, at, 'TicketOpened', { id, title: id, board: null, size: 1 });
const doneEvent = (ordinal: number, id: string, at = day(1)) => toyEvent(ordinal, at, 'TicketMoved', { id, state: 'done' });

/** Tickets; done ones are removed at midnight. */
const forgetful: AnyView = { ...tickets, sweep: (row) => (row.state === 'done' ? null : row) };

describe('rows in memory', () => {
  it('fold an event once: one that comes again changes nothing, and tells nobody', () => {
    const memory = new MemoryRows([tallies]);
    const changedRows: string[] = [];
    memory.onChange((_view, id) => changedRows.push(id));
    memory.apply(openedEvent(1, 'a'));
    memory.apply(openedEvent(2, 'b'));
    memory.apply(openedEvent(1, 'a'));
    memory.apply(openedEvent(2, 'b'));
    expect(memory.rows('tallies').get('all')).toEqual({ TicketOpened: 2 });
    expect(changedRows).toEqual(['all', 'all']);
    expect(memory.ordinal).toBe(2);
  });

  it('are swept when log time passes a midnight', () => {
    const memory = new MemoryRows([forgetful]);
    for (const event of [openedEvent(1, 'a'), openedEvent(2, 'b'), doneEvent(3, 'a')]) memory.apply(event);
    expect([...memory.rows('tickets').entries()].map(([id]) => id)).toEqual(['a', 'b']);
    memory.apply(openedEvent(4, 'c', day(2)));
    expect([...memory.rows('tickets').entries()].map(([id]) => id)).toEqual(['b', 'c']);
  });
});

it('a list of rows is the same until one of them changes, comes or goes', () => {
  const memory = new MemoryRows([tickets]);
  const rows = memory.rows('tickets');
  const open = () => rows.kept('state', 'open');
  const [empty, neverAny] = [open(), rows.kept('state', 'never')];
  memory.apply(openedEvent(1, 'b'));
  memory.apply(openedEvent(2, 'a'));
  const both = open();
  expect([empty, both]).toEqual([[], [rows.get('a'), rows.get('b')]]);
  expect(open()).toBe(both);
  memory.apply(toyEvent(3, day(1), 'TicketMoved', { id: 'a', state: 'open', note: 'told' }));
  expect(open()).toEqual([rows.get('a'), rows.get('b')]);
  expect(open()).not.toBe(both);
  const before = open();
  memory.apply(doneEvent(4, 'b'));
  expect(open()).toEqual([rows.get('a')]);
  expect([before.length, rows.kept('state', 'done')]).toEqual([2, [rows.get('b')]]);
  expect(rows.kept('state', 'never')).toBe(neverAny);
});

it('rows of one kind are read one at a time, as far as they are asked for', () => {
  const memory = new MemoryRows([tickets]);
  for (let n = 1; n <= 3; n += 1) memory.apply(openedEvent(n, `t${n}`));
  memory.apply(doneEvent(4, 't2'));
  const rows = memory.rows<{ readonly state: string }>('tickets');
  expect([...rows.eachWhere('state', 'done')]).toEqual(rows.where('state', 'done'));
  const openRows = rows.eachWhere('state', 'open')[Symbol.iterator]();
  expect(openRows.next().value).toMatchObject({ state: 'open' });
  expect([...rows.eachWhere('state', 'never')]).toEqual([]);
});

describe('sums over the rows with one value of a column', () => {
  const sumsOf = ({ size }: { readonly size: number }) => ({ tickets: 1, size });
  const summed: AnyView = { ...forgetful, sums: { state: sumsOf } };
  const opened = (ordinal: number, id: string, size: number) =>
    toyEvent(ordinal, day(1), 'TicketOpened', { id, title: id, board: null, size });
  const add = (memory: MemoryRows, state: string) =>
    memory
      .rows<{ readonly size: number }>('tickets')
      .where('state', state)
      .map(sumsOf)
      .reduce((a, b) => ({ tickets: a.tickets + b.tickets, size: a.size + b.size }), { tickets: 0, size: 0 });

  it('are those of the rows as they are, whatever changes, moves or goes, also restored', () => {
    const memory = new MemoryRows([summed]);
    const events = [
      opened(1, 'a', 3),
      opened(2, 'b', 4),
      opened(3, 'a', 5),
      doneEvent(4, 'b'),
      opened(5, 'c', 6),
      doneEvent(6, 'c'),
      toyEvent(7, day(1), 'TicketRemoved', { id: 'c' }),
    ];
    for (const event of events) {
      memory.apply(event);
      for (const state of ['open', 'done']) {
        const rows = memory.rows('tickets');
        expect(rows.sum('state', state) ?? { tickets: 0, size: 0 }).toEqual(add(memory, state));
      }
    }
    const restored = new MemoryRows([summed]);
    restored.restore('tickets', memory.ordinal, memory.rows('tickets').entries());
    expect(['open', 'done'].map((state) => restored.rows('tickets').sum('state', state))).toEqual([
      { tickets: 1, size: 5 },
      { tickets: 1, size: 4 },
    ]);
  });

  it('are undefined where no row has the value, also after a midnight took the last', () => {
    const memory = new MemoryRows([summed]);
    memory.apply(opened(1, 'a', 3));
    memory.apply(doneEvent(2, 'a'));
    memory.apply(openedEvent(3, 'b', day(2)));
    const rows = memory.rows('tickets');
    expect([rows.sum('state', 'done'), rows.sum('state', 'held')]).toEqual([undefined, undefined]);
    expect(() => rows.sum('board', 'x')).toThrow('tickets has no sums by board');
  });
});

describe('a view that throws', () => {
  const at = (n: number): AnyView => ({
    ...forgetful,
    name: 'fragile',
    on: {
      TicketOpened: {
        keys: ({ data }) => [data.id],
        row: (_row, { ordinal, data }) => {
          if (ordinal === n) throw new TypeError('no row');
          return { ...data, state: 'open' };
        },
      },
    },
    sweep: (row) => {
      if (n === 0) throw new TypeError('no sweep');
      return row;
    },
  });

  it.each([
    ['an event', 2, { ordinal: 2, type: 'TicketOpened' }],
    ['a midnight', 0, { ordinal: 3, type: 'midnight' }],
  ])('at %s is told and known as faulty; every other view goes on', (_what, n, event) => {
    const faults: object[] = [];
    const memory = new MemoryRows([at(n), forgetful, tallies], ({ view, event: { ordinal, type } }) =>
      faults.push({ view, ordinal, type }),
    );
    for (const each of [openedEvent(1, 'a'), openedEvent(2, 'b'), openedEvent(3, 'c', day(2)), openedEvent(4, 'd', day(2))])
      memory.apply(each);
    expect(faults).toEqual([{ view: 'fragile', ...event }]);
    expect([memory.isFaulty('fragile'), memory.isFaulty('tickets')]).toEqual([true, false]);
    expect(memory.rows('tallies').get('all')).toEqual({ TicketOpened: 4 });
    expect([memory.ordinal, memory.rows('tickets').size]).toEqual([4, 4]);
  });

  it('at one row of an event that is about several leaves that row as it is, and changes the others', () => {
    const bumps: AnyView = {
      name: 'bumps',
      hasHistory: false,
      on: {
        TicketOpened: { keys: ({ data }) => [data.id], row: () => 1 },
        TicketRemoved: {
          keys: (_event, ids) => [...ids.all()],
          row: (row: number, _event, key) => {
            if (key === 'a') throw new TypeError('no row');
            return row + 1;
          },
        },
      },
    };
    let faults = 0;
    const memory = new MemoryRows([bumps], () => (faults += 1));
    for (const each of [openedEvent(1, 'a'), openedEvent(2, 'b'), toyEvent(3, day(1), 'TicketRemoved', { id: 'c' })]) memory.apply(each);
    expect([faults, memory.isFaulty('bumps'), ...memory.rows('bumps').all()]).toEqual([1, true, 1, 2]);
  });
});

describe('a view whose sweep asks another', () => {
  const names: View<string> = {
    name: 'names',
    hasHistory: false,
    on: { TicketOpened: { keys: ({ data }) => [(data as { id: string }).id], row: (_row, { data }) => (data as { id: string }).id } },
    asks: ['tickets'],
    sweep: (id, _logTime, has) => (has('tickets', id) ? id : null),
  };
  const events = [
    openedEvent(1, 'a'),
    openedEvent(2, 'b'),
    doneEvent(3, 'a'),
    openedEvent(4, 'c', day(2)),
    doneEvent(5, 'b', day(2)),
    openedEvent(6, 'd', day(3)),
  ];
  const wholeMemory = new MemoryRows([forgetful, names, tallies]);
  for (const event of events) wholeMemory.apply(event);

  it('sees it after its own', () => {
    expect([...wholeMemory.rows('names').all()]).toEqual(['c', 'd']);
  });

  it.each(['tickets', 'names'])('is folded again together with it, when the rows of %s are missing', (missingView) => {
    const rebuiltMemory = new MemoryRows([forgetful, names, tallies]);
    for (const view of rebuiltMemory.views)
      if (view !== missingView) rebuiltMemory.restore(view, wholeMemory.ordinal, wholeMemory.rows(view).entries());
    rebuiltMemory.resume(wholeMemory.course());
    expect(rebuiltMemory.viewsBehind().toSorted()).toEqual(['names', 'tickets']);
    for (const event of events) rebuiltMemory.catchUp(rebuiltMemory.viewsBehind(), event);
    rebuiltMemory.endCatchUp(rebuiltMemory.viewsBehind(), wholeMemory.ordinal);
    expect(measureHeap(rebuiltMemory)).toEqual(measureHeap(wholeMemory));
  });

  it('must say so', () => {
    const { asks: _asks, ...silent } = names;
    const memory = new MemoryRows([forgetful, silent]);
    memory.apply(openedEvent(1, 'a'));
    expect(() => memory.apply(openedEvent(2, 'b', day(2)))).toThrow('names reads tickets without declaring it');
  });
});

describe('rows that stood in a snapshot', () => {
  const events = [
    openedEvent(1, 'a'),
    doneEvent(2, 'a'),
    openedEvent(3, 'b', day(2)),
    doneEvent(4, 'b', day(2)),
    openedEvent(5, 'b', day(3)),
    openedEvent(6, 'd', day(3)),
  ];
  const wholeMemory = new MemoryRows([forgetful, tallies]);
  for (const event of events) wholeMemory.apply(event);

  it('are not folded again', () => {
    const second = new MemoryRows([forgetful, tallies]);
    const { ordinal, rows, end } = wholeMemory.copy('tallies');
    second.restore('tallies', ordinal, rows);
    end();
    for (const event of events) second.apply(event);
    expect(measureHeap(second)).toEqual(measureHeap(wholeMemory));
  });

  it.each([0, 1, 2, 3, 4, 5])('are caught up alone from %d on, and are then as if all had been folded', (from) => {
    const part = new MemoryRows([forgetful]);
    for (const event of events.slice(0, from)) part.apply(event);
    const rebuiltMemory = new MemoryRows([forgetful, tallies]);
    rebuiltMemory.restore('tickets', from, part.rows('tickets').entries());
    rebuiltMemory.restore('tallies', wholeMemory.ordinal, wholeMemory.rows('tallies').entries());
    rebuiltMemory.resume(wholeMemory.course());
    expect(rebuiltMemory.viewsBehind()).toEqual(from === wholeMemory.ordinal ? [] : ['tickets']);
    expect(() => rebuiltMemory.apply(openedEvent(7, 'e'))).toThrow('behind: tickets');
    for (const event of events.slice(from)) if (hasHandler(forgetful, event.type)) rebuiltMemory.catchUp(['tickets'], event);
    rebuiltMemory.endCatchUp(['tickets'], wholeMemory.ordinal);
    expect(rebuiltMemory.viewsBehind()).toEqual([]);
    expect(measureHeap(rebuiltMemory)).toEqual(measureHeap(wholeMemory));
  });

  it('may go ahead of the others, unless a midnight sweeps them', () => {
    const memory = new MemoryRows([forgetful, tallies]);
    for (const event of events) memory.catchUp(['tallies'], event);
    expect(memory.positionOf('tallies')).toBe(6);
    expect(() => memory.catchUp(['tickets'], events[0]!)).toThrow('can’t run ahead');
    for (const event of events) memory.apply(event);
    expect(measureHeap(memory)).toEqual(measureHeap(wholeMemory));
  });
});

describe('a copy of rows', () => {
  it('is as they stood when it was begun, whatever changes while it is gone through', () => {
    const memory = new MemoryRows([tickets]);
    for (const [n, id] of ['a', 'b', 'c', 'd'].entries()) memory.apply(openedEvent(n + 1, id));
    const before = [...memory.rows('tickets').entries()];
    const { ordinal, rows, end } = memory.copy('tickets');
    const readRows: [string, unknown][] = [];
    let next = 5;
    for (const [id, row] of rows) {
      readRows.push([id, row]);
      if (next > 9) continue;
      memory.apply(doneEvent(next, 'c'));
      memory.apply(toyEvent(next + 1, day(1), 'TicketRemoved', { id: 'b' }));
      memory.apply(openedEvent(next + 2, 'e'));
      next += 3;
    }
    end();
    expect(ordinal).toBe(4);
    expect(new Map(readRows)).toEqual(new Map(before));
    expect([...memory.rows('tickets').entries()].map(([id]) => id)).toEqual(['a', 'c', 'd', 'e']);
  });
});
