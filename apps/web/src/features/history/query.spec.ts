import { queryFrom, isFiltered, isWhole, knownIn } from './query.js';
import { searchFrom } from './search.js';

const query = (search: Record<string, unknown>) => queryFrom(knownIn(searchFrom(search)));

describe('what the address of the history asks for', () => {
  it('is everything but each try of each page, unless that is asked for, or one kind of event', () => {
    expect(query({}).without).toContain('AttemptStarted');
    expect(query({ detail: 'every' })).toEqual({});
    expect(query({ type: 'AttemptStarted' })).toEqual({ type: 'AttemptStarted' });
  });

  it('is narrowed by all that it names, days as instants', () => {
    const {
      without: _left,
      from,
      to,
      ...rest
    } = query({ q: 12, group: 'alerts', actor: 'a', stream: 's', from: '2026-11-20', to: '2026-11-21' });
    expect(rest).toEqual({ q: '12', group: 'alerts', actor: 'a', stream: 's' });
    expect(Date.parse(to!) - Date.parse(from!)).toBe(48 * 3_600_000);
    expect(query({ event: 42 }).before).toBe(43);
  });

  it('is not narrowed by what means nothing', () => {
    const { without: _left, ...rest } = query({
      group: 'toString',
      type: 'BirdSang',
      from: 'yesterday',
      to: '2026-02-30',
      event: '0',
      q: '',
    });
    expect(rest).toEqual({});
  });

  it('is filtered by anything but the detail', () => {
    expect([{}, { detail: 'every' }, { q: 'a' }].map(isFiltered)).toEqual([false, false, true]);
    expect(isWhole({})).toBe(false);
  });
});
