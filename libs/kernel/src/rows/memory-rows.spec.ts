import { heldInMemory } from '@tocsin/testing/held-in-memory.js';
import { tallies, tickets, toyEvent } from '@tocsin/testing/toys/toy-views.js';
import { MemoryRows } from './memory-rows.js';
import { handles, type AnyView, type View } from './view.js';

const day = (n: number): string => `2026-11-2${n}T12:00:00.000Z`;
const opened = (ordinal: number, id: string, at = day(1)) => toyEvent(ordinal, at, 'TicketOpened', { id, title: id, board: null, size: 1 });
const done = (ordinal: number, id: string, at = day(1)) => toyEvent(ordinal, at, 'TicketMoved', { id, state: 'done' });

/** Tickets; done ones are removed at midnight. */
const forgetful: AnyView = { ...tickets, sweep: (row) => (row.state === 'done' ? null : row) };

describe('rows in memory', () => {
  it('fold an event once: one that comes again changes nothing, and tells nobody', () => {
    const memory = new MemoryRows([tallies]);
    const changed: string[] = [];
    memory.onChange((_view, id) => changed.push(id));
    memory.apply(opened(1, 'a'));
    memory.apply(opened(2, 'b'));
    memory.apply(opened(1, 'a'));
    memory.apply(opened(2, 'b'));
    expect(memory.rows('tallies').get('all')).toEqual({ TicketOpened: 2 });
    expect(changed).toEqual(['all', 'all']);
    expect(memory.ordinal).toBe(2);
  });

  it('are swept when log time passes a midnight', () => {
    const memory = new MemoryRows([forgetful]);
    for (const event of [opened(1, 'a'), opened(2, 'b'), done(3, 'a')]) memory.apply(event);
    expect([...memory.rows('tickets').entries()].map(([id]) => id)).toEqual(['a', 'b']);
    memory.apply(opened(4, 'c', day(2)));
    expect([...memory.rows('tickets').entries()].map(([id]) => id)).toEqual(['b', 'c']);
  });
});

it('rows of one kind are read one at a time, as far as they are asked for', () => {
  const memory = new MemoryRows([tickets]);
  for (let n = 1; n <= 3; n += 1) memory.apply(opened(n, `t${n}`));
  memory.apply(done(4, 't2'));
  const rows = memory.rows<{ readonly state: string }>('tickets');
  expect([...rows.eachWhere('state', 'done')]).toEqual(rows.where('state', 'done'));
  const opens = rows.eachWhere('state', 'open')[Symbol.iterator]();
  expect(opens.next().value).toMatchObject({ state: 'open' });
  expect([...rows.eachWhere('state', 'never')]).toEqual([]);
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
    for (const each of [opened(1, 'a'), opened(2, 'b'), opened(3, 'c', day(2)), opened(4, 'd', day(2))]) memory.apply(each);
    expect(faults).toEqual([{ view: 'fragile', ...event }]);
    expect([memory.isFaulty('fragile'), memory.isFaulty('tickets')]).toEqual([true, false]);
    expect(memory.rows('tallies').get('all')).toEqual({ TicketOpened: 4 });
    expect([memory.ordinal, memory.rows('tickets').size]).toEqual([4, 4]);
  });
});

describe('a view whose sweep asks another', () => {
  const names: View<string> = {
    name: 'names',
    past: false,
    on: { TicketOpened: { keys: ({ data }) => [(data as { id: string }).id], row: (_row, { data }) => (data as { id: string }).id } },
    asks: ['tickets'],
    sweep: (id, _logTime, has) => (has('tickets', id) ? id : null),
  };
  const events = [opened(1, 'a'), opened(2, 'b'), done(3, 'a'), opened(4, 'c', day(2)), done(5, 'b', day(2)), opened(6, 'd', day(3))];
  const whole = new MemoryRows([forgetful, names, tallies]);
  for (const event of events) whole.apply(event);

  it('sees it after its own', () => {
    expect([...whole.rows('names').all()]).toEqual(['c', 'd']);
  });

  it.each(['tickets', 'names'])('is folded again together with it, when the rows of %s are missing', (missing) => {
    const again = new MemoryRows([forgetful, names, tallies]);
    for (const view of again.views) if (view !== missing) again.restore(view, whole.ordinal, whole.rows(view).entries());
    again.resume(whole.course());
    expect(again.viewsBehind().toSorted()).toEqual(['names', 'tickets']);
    for (const event of events) again.catchUp(again.viewsBehind(), event);
    again.caughtUp(again.viewsBehind(), whole.ordinal);
    expect(heldInMemory(again)).toEqual(heldInMemory(whole));
  });

  it('must say so', () => {
    const { asks: _asks, ...silent } = names;
    const memory = new MemoryRows([forgetful, silent]);
    memory.apply(opened(1, 'a'));
    expect(() => memory.apply(opened(2, 'b', day(2)))).toThrow('names reads tickets without declaring it');
  });
});

describe('rows that stood in a snapshot', () => {
  const events = [
    opened(1, 'a'),
    done(2, 'a'),
    opened(3, 'b', day(2)),
    done(4, 'b', day(2)),
    opened(5, 'b', day(3)),
    opened(6, 'd', day(3)),
  ];
  const whole = new MemoryRows([forgetful, tallies]);
  for (const event of events) whole.apply(event);

  it('are not folded again', () => {
    const second = new MemoryRows([forgetful, tallies]);
    const { ordinal, rows, end } = whole.copy('tallies');
    second.restore('tallies', ordinal, rows);
    end();
    for (const event of events) second.apply(event);
    expect(heldInMemory(second)).toEqual(heldInMemory(whole));
  });

  it.each([0, 1, 2, 3, 4, 5])('are caught up alone from %d on, and are then as if all had been folded', (from) => {
    const part = new MemoryRows([forgetful]);
    for (const event of events.slice(0, from)) part.apply(event);
    const again = new MemoryRows([forgetful, tallies]);
    again.restore('tickets', from, part.rows('tickets').entries());
    again.restore('tallies', whole.ordinal, whole.rows('tallies').entries());
    again.resume(whole.course());
    expect(again.viewsBehind()).toEqual(from === whole.ordinal ? [] : ['tickets']);
    expect(() => again.apply(opened(7, 'e'))).toThrow('behind: tickets');
    for (const event of events.slice(from)) if (handles(forgetful, event.type)) again.catchUp(['tickets'], event);
    again.caughtUp(['tickets'], whole.ordinal);
    expect(again.viewsBehind()).toEqual([]);
    expect(heldInMemory(again)).toEqual(heldInMemory(whole));
  });

  it('may go ahead of the others, unless a midnight sweeps them', () => {
    const memory = new MemoryRows([forgetful, tallies]);
    for (const event of events) memory.catchUp(['tallies'], event);
    expect(memory.positionOf('tallies')).toBe(6);
    expect(() => memory.catchUp(['tickets'], events[0]!)).toThrow('can’t run ahead');
    for (const event of events) memory.apply(event);
    expect(heldInMemory(memory)).toEqual(heldInMemory(whole));
  });
});

describe('a copy of rows', () => {
  it('is as they stood when it was begun, whatever changes while it is gone through', () => {
    const memory = new MemoryRows([tickets]);
    for (const [n, id] of ['a', 'b', 'c', 'd'].entries()) memory.apply(opened(n + 1, id));
    const before = [...memory.rows('tickets').entries()];
    const { ordinal, rows, end } = memory.copy('tickets');
    const read: [string, unknown][] = [];
    let next = 5;
    for (const [id, row] of rows) {
      read.push([id, row]);
      if (next > 9) continue;
      memory.apply(done(next, 'c'));
      memory.apply(toyEvent(next + 1, day(1), 'TicketRemoved', { id: 'b' }));
      memory.apply(opened(next + 2, 'e'));
      next += 3;
    }
    end();
    expect(ordinal).toBe(4);
    expect(new Map(read)).toEqual(new Map(before));
    expect([...memory.rows('tickets').entries()].map(([id]) => id)).toEqual(['a', 'c', 'd', 'e']);
  });
});
