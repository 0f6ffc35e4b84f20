import { group } from '../../features/alerts/shared/alert-group.fixture.js';
import { belongs, mergeChanges, withPage, type Change, type List, type ListParams } from './merge.js';
import { ids } from '../words/names.fixture.js';

const params: ListParams = { where: { status: ['firing', 'acknowledged'] }, sort: 'openedAt', desc: true };
const row = (id: string, minute: number, differs = {}) =>
  group({ id, openedAt: `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`, ...differs });
const list = (differs: Partial<List> = {}): List => ({
  rows: [row('b', 20), row('a', 10)],
  next: null,
  ordinal: 100,
  newer: new Map(),
  left: new Map(),
  ...differs,
});
const change = (changed: ReturnType<typeof row> | null, ordinal: number, id = changed?.id ?? 'a') => ({
  view: 'alertGroups',
  id,
  row: changed,
  ordinal,
});
const mergeChange = (to: List, of: ListParams, one: Change) => mergeChanges(to, of, [one]);
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
    expect([...after.left.values()]).toMatchObject([{ id: 'a', status: 'resolved' }]);
  });

  it('does not remember rows that were never in the list', () => {
    expect(mergeChange(list(), params, change(row('z', 1, { status: 'resolved' }), 101)).left.size).toBe(0);
  });

  it('brings a row back that matches again', () => {
    const out = mergeChange(list(), params, change(row('a', 10, { status: 'resolved' }), 101));
    const back = mergeChange(out, params, change(row('a', 10), 102));
    expect([order(back), back.left.size]).toEqual(['ba', 0]);
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

describe('many changes in one frame', () => {
  it('come out as if they had been told one by one', () => {
    const changes = [
      change(row('c', 15), 101),
      change(row('a', 10, { status: 'resolved' }), 102),
      change(row('d', 30), 103),
      change(null, 104, 'c'),
    ];
    const one = changes.reduce((list, changed) => mergeChange(list, params, changed), list());
    const all = mergeChanges(list(), params, changes);
    expect(order(all)).toBe('db');
    expect([all.rows, all.left, all.newer]).toEqual([one.rows, one.left, one.newer]);
  });

  it('leave rows that did not change the same, so that they are not drawn again', () => {
    const before = list();
    expect(mergeChanges(before, params, [change(row('c', 15), 101)]).rows[0]).toBe(before.rows[0]);
  });

  it('of hours are not remembered for ever', () => {
    const hours = Array.from({ length: 20_000 }, (_, n) => change(row(`r${n}`, 15, { status: 'resolved' }), 101 + n));
    const after = mergeChanges(list(), params, hours);
    expect(after.newer.size).toBeLessThanOrEqual(2_500);
    expect(after.newer.get('r19999')).toBe(20_100);
  });
});

describe('a searched list', () => {
  const searched: ListParams = { ...params, q: 'disk' };

  it('takes no row that it did not have: only the server knows what the search finds', () => {
    expect(order(mergeChange(list(), searched, change(row('c', 15), 101)))).toBe('ba');
  });

  it('changes its rows, and lets go those in another state', () => {
    const after = mergeChange(list(), searched, change(row('a', 10, { title: 'Worse' }), 101));
    expect(after.rows[1]).toMatchObject({ title: 'Worse' });
    expect(order(mergeChange(after, searched, change(row('a', 10, { status: 'resolved' }), 102)))).toBe('b');
  });

  it('keeps what was found in alerts, and adds that of the next page', () => {
    const inAlerts = (id: string) => ({ inAlerts: new Map([[id, `host=${id}`]]) });
    const after = withPage(
      list({ next: 'more', ...inAlerts('a') }),
      searched,
      { rows: [row('z', 1)], next: null, ordinal: 100, ...inAlerts('z') },
      [],
    );
    expect([...after.inAlerts!]).toEqual([
      ['a', 'host=a'],
      ['z', 'host=z'],
    ]);
  });
});

describe('the next page', () => {
  const page = (rows: readonly ReturnType<typeof row>[], ordinal: number) => ({ rows, next: null, ordinal });

  it('is brought up to date with what was told after it was read', () => {
    const before = mergeChanges(list({ next: 'more' }), params, [change(row('z', 1, { title: 'Worse' }), 103), change(row('y', 2), 104)]);
    expect(order(before)).toBe('ba');
    const changed = [
      change(row('z', 1, { title: 'Worse' }), 103),
      change(row('y', 2), 104),
      change(row('x', 3, { status: 'resolved' }), 105),
    ];
    const after = withPage(before, params, page([row('x', 3), row('z', 1)], 102), changed);
    expect(order(after)).toBe('bayz');
    expect(after.rows.at(-1)).toMatchObject({ title: 'Worse' });
  });

  it('repeats no row', () => {
    expect(order(withPage(list({ next: 'more' }), params, page([row('a', 10), row('z', 1)], 102), []))).toBe('baz');
  });
});

describe('a filter', () => {
  it('matches any of the values of each column', () => {
    expect(belongs(group(), { where: { status: ['firing', 'resolved'], urgency: ['high'] } })).toBe(true);
    expect(belongs(group(), { where: { status: ['firing'], urgency: ['low'] } })).toBe(false);
  });

  it('reads the holder, and numbers as text', () => {
    const acknowledged = group({ holder: { kind: 'person', personId: ids.bo } });
    expect(belongs(acknowledged, { where: { holderId: [ids.bo], number: ['12'], test: ['false'] } })).toBe(true);
    expect(belongs(group(), { where: { holderId: [ids.bo] } })).toBe(false);
  });
});
