import { tallies, tickets, toyEvent } from '@tocsin/testing/toy-views.js';
import { MemoryRows } from './memory-rows.js';
import type { AnyView, View } from './view.js';

const day = (n: number): string => `2026-11-2${n}T12:00:00.000Z`;
const opened = (ordinal: number, id: string, at = day(1)) => toyEvent(ordinal, at, 'TicketOpened', { id, title: id, board: null, size: 1 });

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

  it('fold none of what stood in a snapshot', () => {
    const first = new MemoryRows([tallies]);
    first.apply(opened(1, 'a'));
    const second = new MemoryRows([tallies]);
    second.restore(first.dump());
    second.apply(opened(1, 'a'));
    expect(second.rows('tallies').get('all')).toEqual({ TicketOpened: 1 });
  });

  it('are swept when log time passes a midnight, each view after those that stand before it', () => {
    const done: AnyView = { ...tickets, sweep: (row) => (row.state === 'done' ? null : row) };
    const names: View<string> = {
      name: 'names',
      past: false,
      on: { TicketOpened: { keys: ({ data }) => [(data as { id: string }).id], row: (_row, { data }) => (data as { id: string }).id } },
      sweep: (id, _logTime, has) => (has('tickets', id) ? id : null),
    };
    const memory = new MemoryRows([done, names]);
    memory.apply(opened(1, 'a'));
    memory.apply(opened(2, 'b'));
    memory.apply(toyEvent(3, day(1), 'TicketMoved', { id: 'a', state: 'done' }));
    expect([...memory.rows('names').all()]).toEqual(['a', 'b']);
    memory.apply(opened(4, 'c', day(2)));
    expect([...memory.rows('names').all()]).toEqual(['b', 'c']);
  });
});
