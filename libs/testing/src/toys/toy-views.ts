import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { AnyView, View } from '@tocsin/kernel/rows/view.js';

export interface Ticket {
  readonly state: 'open' | 'held' | 'done';
  readonly title: string;
  readonly board: string | null;
  readonly size: number;
}

type Opened = Recorded<'TicketOpened', { id: string; title: string; board: string | null; size: number }>;
type Moved = Recorded<'TicketMoved', { id: string; state: Ticket['state']; note?: string }>;
type Removed = Recorded<'TicketRemoved', { id: string }>;
type TicketRenamed = Recorded<'BoardRenamed', { board: string; name: string }>;

/** Rows that are open for a while, and then done: their history is cut at midnights. */
export const tickets: View<Ticket & { note?: string }, Opened | Moved | Removed> = {
  name: 'tickets',
  hasHistory: true,
  isOpen: (row) => row.state !== 'done',
  columns: { state: (row) => row.state, title: (row) => row.title, board: (row) => row.board, size: (row) => row.size },
  words: (row) => row.title.toLowerCase(),
  on: {
    TicketOpened: {
      keys: ({ data }) => [data.id],
      row: (_row, { data: { title, board, size } }) => ({ state: 'open', title, board, size }),
    },
    // A field that is sometimes undefined: its position among the keys must not depend on whether the row was read back in between.
    TicketMoved: { keys: ({ data }) => [data.id], row: (row, { data }) => row && { note: data.note, ...row, state: data.state } },
    TicketRemoved: { keys: ({ data }) => [data.id], row: () => null },
  },
};

/** Rows that are never done: their history is kept in one piece. */
export const boards: View<{ name: string; tickets: number }, Opened | TicketRenamed> = {
  name: 'boards',
  hasHistory: true,
  columns: { name: (row) => row.name },
  on: {
    TicketOpened: {
      keys: ({ data }) => (data.board === null ? [] : [data.board, 'all']),
      row: (row, _event, key) => ({ name: key, ...row, tickets: (row?.tickets ?? 0) + 1 }),
    },
    BoardRenamed: { keys: ({ data }) => [data.board], row: (row, { data }) => row && { ...row, name: data.name } },
  },
};

/** Rows without history, one of which is changed by nearly every event. */
export const tallies: View<Record<string, number>, Opened | Moved | Removed> = {
  name: 'tallies',
  hasHistory: false,
  columns: { moved: (row) => row['TicketMoved'] ?? null },
  on: {
    TicketOpened: { keys: () => ['all'], row: (row, { type }) => ({ ...row, [type]: (row?.[type] ?? 0) + 1 }) },
    TicketMoved: {
      keys: ({ data }) => ['all', data.id],
      row: (row, { type }) => ({ ...row, [type]: (row?.[type] ?? 0) + 1 }),
    },
    TicketRemoved: { keys: ({ data }) => [data.id], row: (row) => (row ? null : undefined) },
  },
};

export const toyViews: readonly AnyView[] = [tickets, boards, tallies];

/** A toy event as stored on the log. */
export const toyEvent = (ordinal: number, at: string, type: string, data: unknown): Recorded => ({
  id: `01900000-0000-7000-8000-${String(ordinal).padStart(12, '0')}`,
  stream: 'toys',
  revision: ordinal - 1,
  ordinal,
  type,
  v: 1,
  data,
  meta: {
    at,
    actor: { kind: 'system', id: 'toys', roles: [] },
    commandId: `c${ordinal}`,
    correlationId: `c${ordinal}`,
    causationId: null,
    logic: '1',
    node: 'n1',
  },
});

export const toyToken = (ordinal: number): string => String(ordinal).padStart(12, '0');
