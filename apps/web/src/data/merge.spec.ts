import { group } from './alert-group.fixture.js';
import { belongs, mergeChange, type List, type ListParams } from './merge.js';
import { ids } from './names.fixture.js';

const params: ListParams = { where: { status: ['firing', 'acknowledged'] }, sort: 'openedAt', desc: true };
const row = (id: string, minute: number, differs = {}) =>
  group({ id, openedAt: `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`, ...differs });
const list = (differs: Partial<List> = {}): List => ({
  rows: [row('b', 20), row('a', 10)],
  next: null,
  ordinal: 100,
  newer: {},
  left: {},
  ...differs,
});
const change = (told: ReturnType<typeof row> | null, ordinal: number, id = told?.id ?? 'a') => ({
  view: 'alertGroups',
  id,
  row: told,
  ordinal,
});
const order = ({ rows }: List) => rows.map(({ id }) => id).join('');

describe('a change told live', () => {
  it('puts a new row where it belongs', () => {
    expect(order(mergeChange(list(), params, change(row('c', 15), 101)))).toBe('bca');
  });

  it('replaces a row', () => {
    expect(mergeChange(list(), params, change(row('a', 10, { title: 'Worse' }), 101)).rows[1]).toMatchObject({ title: 'Worse' });
  });

  it('is dropped when the list was read after it', () => {
    const before = list();
    expect(mergeChange(before, params, change(row('a', 10, { title: 'Old' }), 100))).toBe(before);
  });

  it('is dropped when a newer one of the same row was told', () => {
    const before = mergeChange(list(), params, change(row('a', 10, { title: 'New' }), 105));
    expect(mergeChange(before, params, change(row('a', 10, { title: 'Old' }), 103))).toBe(before);
  });

  it('takes a row out that no longer matches, and remembers how it is now', () => {
    const after = mergeChange(list(), params, change(row('a', 10, { status: 'resolved' }), 101));
    expect(order(after)).toBe('b');
    expect(after.left).toMatchObject({ a: { status: 'resolved' } });
  });

  it('does not remember rows that were never in the list', () => {
    expect(mergeChange(list(), params, change(row('z', 1, { status: 'resolved' }), 101)).left).toEqual({});
  });

  it('brings a row back that matches again', () => {
    const out = mergeChange(list(), params, change(row('a', 10, { status: 'resolved' }), 101));
    const back = mergeChange(out, params, change(row('a', 10), 102));
    expect([order(back), back.left]).toEqual(['ba', {}]);
  });

  it('takes a removed row out, and an older word does not bring it back', () => {
    const out = mergeChange(list(), params, change(null, 101));
    expect(order(out)).toBe('b');
    expect(mergeChange(out, params, change(row('a', 10), 101))).toBe(out);
  });

  it('leaves a row for the next page when it belongs behind the last one loaded', () => {
    expect(order(mergeChange(list({ next: 'more' }), params, change(row('z', 1), 101)))).toBe('ba');
    expect(order(mergeChange(list(), params, change(row('z', 1), 101)))).toBe('baz');
  });
});

describe('a filter', () => {
  it('matches any of the values of each column', () => {
    expect(belongs(group(), { status: ['firing', 'resolved'], urgency: ['high'] })).toBe(true);
    expect(belongs(group(), { status: ['firing'], urgency: ['low'] })).toBe(false);
  });

  it('reads the holder, and numbers as text', () => {
    const held = group({ holder: { kind: 'person', personId: ids.bo } });
    expect(belongs(held, { holderId: [ids.bo], number: ['12'], test: ['false'] })).toBe(true);
    expect(belongs(group(), { holderId: [ids.bo] })).toBe(false);
  });
});
