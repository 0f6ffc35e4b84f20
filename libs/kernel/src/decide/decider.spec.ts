import { evolveAppended, evolveOnce, type FactMeta } from './decider.js';

const meta = (eventId: string): FactMeta => ({
  at: '2026-11-27T03:12:00.000Z',
  actor: { kind: 'system', id: 'tocsin', roles: [] },
  eventId,
  commandId: 'c1',
  correlationId: 'c1',
});
interface Room {
  readonly guests: readonly string[];
}
const room = { evolve: { GuestCame: (state: Room, { name }: { name: string }): Room => ({ guests: [...state.guests, name] }) } };
const empty: Room = { guests: [] };

describe('a fact that this process appended', () => {
  it('is folded once for all who hold the same state', () => {
    const fact = { type: 'GuestCame', data: { name: 'Zoë' } };
    const after = evolveAppended(room, empty, fact, meta('e1'));
    expect(evolveOnce(room, empty, fact, meta('e1'))).toBe(after);
  });

  it('is not kept for later', () => {
    const fact = { type: 'GuestCame', data: { name: 'Zoë' } };
    const after = evolveAppended(room, empty, fact, meta('e1'));
    evolveOnce(room, empty, fact, meta('e1'));
    expect(evolveOnce(room, empty, fact, meta('e1'))).not.toBe(after);
  });

  it('is folded again by whoever holds another state, knows another table, or reads another event', () => {
    const fact = { type: 'GuestCame', data: { name: 'Zoë' } };
    const full: Room = { guests: ['Ana'] };
    evolveAppended(room, empty, fact, meta('e1'));
    expect(evolveOnce(room, full, fact, meta('e1'))).toEqual({ guests: ['Ana', 'Zoë'] });
    const other = { evolve: { GuestCame: (): Room => ({ guests: ['somebody'] }) } };
    evolveAppended(room, empty, fact, meta('e1'));
    expect(evolveOnce(other, empty, fact, meta('e1'))).toEqual({ guests: ['somebody'] });
    const before = evolveAppended(room, empty, fact, meta('e1'));
    expect(evolveOnce(room, empty, fact, meta('e2'))).not.toBe(before);
  });
});
