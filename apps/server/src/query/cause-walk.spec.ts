import type { Recorded } from '@tocsin/contracts/envelope.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { CauseWalk } from './cause-walk.js';

let log: MemoryEventLog;
let position: number | undefined;
beforeEach(() => {
  log = new MemoryEventLog();
  position = undefined;
});
afterEach(() => log.close());

const decode = (storedEvent: StoredEvent): Recorded => ({
  ...storedEvent,
  data: JSON.parse(storedEvent.data) as unknown,
  meta: JSON.parse(storedEvent.meta) as Recorded['meta'],
});
interface Toy {
  readonly type?: string;
  readonly data?: unknown;
  readonly commandId?: string;
}
const append = (id: string, causationId: string | null = null, { type = 'Said', data = {}, commandId = id }: Toy = {}) =>
  log.append('toys', 'any', [{ id, type, v: 1, data: JSON.stringify(data), meta: JSON.stringify({ commandId, causationId }) }]);

/** Ordinals after one, up to the limit. */
const ordinalsAfter = async (after: number, limit: number): Promise<readonly number[]> => {
  const { ordinal: head } = await log.head();
  return Array.from({ length: Math.max(Math.min(limit, head - after), 0) }, (_, n) => after + n + 1);
};
/** The worst case for hashes: all ids have the same one. */
const collidingIndex = {
  withId: () => ordinalsAfter(0, 1_000),
  effectsOf: (_id: string, after: number, limit: number) => ordinalsAfter(after, limit),
  position: async () => position ?? (await log.head()).ordinal,
};
const walk = (): CauseWalk => new CauseWalk({ log, index: collidingIndex, decode });
const at = async (ordinal: number): Promise<Recorded> => (await walk().at(ordinal))!;
const ids = (events: readonly Recorded[]): readonly string[] => events.map(({ id }) => id);
const up = async (ordinal: number, limit = 20) => {
  const { events, ...rest } = await walk().findCauses(await at(ordinal), limit);
  return { ids: ids(events), ...rest };
};
const down = async (ordinal: number, { after = 0, limit = 50 } = {}) => {
  const { events, ...rest } = await walk().findEffects(await at(ordinal), after, limit);
  return { ids: ids(events), ...rest };
};

describe('the way up', () => {
  it('reads and compares: an event with the same hash is nobody’s cause', async () => {
    for (const [id, cause] of [
      ['a', null],
      ['b', 'a'],
      ['c', null],
      ['d', 'b'],
    ] as const)
      await append(id, cause);
    expect(await up(4)).toEqual({ ids: ['b', 'a'], next: null, missing: null });
  });

  it('ends a page where the next one goes on', async () => {
    for (let n = 0; n < 6; n += 1) await append(`e${n}`, n === 0 ? null : `e${n - 1}`);
    expect(await up(6, 2)).toEqual({ ids: ['e4', 'e3'], next: 4, missing: null });
    expect(await up(4, 3)).toEqual({ ids: ['e2', 'e1', 'e0'], next: null, missing: null });
  });

  it('never parts a run of signals from the signal behind it', async () => {
    await append('mine');
    await append('another');
    const item = (eventId: string, groupId: string) => ({ signal: { eventId }, groupId });
    await append('run', 'another', { type: 'SignalsRouted', data: { items: [item('mine', 'g1'), item('another', 'g2')] } });
    await append('group', 'run', { data: { groupId: 'g1' } });
    expect(await up(4, 1)).toEqual({ ids: ['run', 'mine'], next: null, missing: null });
  });

  it('finds the signal behind a run by what was decided together with its effect', async () => {
    for (const id of ['first', 'second', 'another']) await append(id);
    const items = ['first', 'second'].map((eventId) => ({ signal: { eventId }, groupId: 'g1' }));
    await append('run', 'another', { type: 'SignalsRouted', data: { items } });
    await append('fired', 'run', { type: 'AlertsFired', data: { groupId: 'g1', signal: { eventId: 'second' } }, commandId: 'c' });
    await append('planned', 'run', { data: { groupId: 'g1' }, commandId: 'c' });
    await append('alone', 'run', { data: { groupId: 'g1' } });
    expect((await up(6)).ids).toEqual(['run', 'second']);
    expect((await up(7)).ids).toEqual(['run', 'first']);
  });

  it('ends where a damaged log goes in a circle, or names what is not there', async () => {
    await append('egg', 'hen');
    await append('hen', 'egg');
    await append('self', 'self');
    await append('orphan', 'nobody');
    expect(await up(2)).toEqual({ ids: ['egg'], next: null, missing: 'not found' });
    expect(await up(3)).toEqual({ ids: [], next: null, missing: 'not found' });
    expect(await up(4)).toEqual({ ids: [], next: null, missing: 'not found' });
  });

  it('tells what is not there yet from what is not there', async () => {
    await append('a');
    for (let n = 0; n < 6_000; n += 1) await append(`b${n}`, 'nobody');
    position = 10;
    expect(await up(6_000)).toMatchObject({ missing: 'not yet' });
    expect(await up(5)).toMatchObject({ missing: 'not found' });
    expect(await down(1)).toMatchObject({ complete: false });
  });
});

describe('the way down', () => {
  it('reads and compares, page after page, and ends where nothing follows', async () => {
    await append('a');
    for (let n = 0; n < 100; n += 1) await append(`b${n}`, n % 2 === 0 ? 'a' : 'another');
    const first = await down(1, { limit: 30 });
    expect([first.ids.length, first.next, first.complete]).toEqual([30, 60, true]);
    const second = await down(1, { after: first.next!, limit: 30 });
    expect([second.ids.length, second.next]).toEqual([20, null]);
    expect(new Set([...first.ids, ...second.ids]).size).toBe(50);
  });

  it('ends a page by its size, too', async () => {
    await append('a');
    for (let n = 0; n < 5; n += 1) await append(`b${n}`, 'a', { data: 'x'.repeat(800 * 1024) });
    expect(await down(1)).toEqual({ ids: ['b0', 'b1', 'b2'], next: 4, complete: true });
  });
});
