import { group } from '../../data/alert-group.fixture.js';
import { isFiltered, matchesText, paramsOf, searchFrom } from './filters.js';

describe('the address of the list', () => {
  it('shows what is open when it says nothing', () => {
    expect(paramsOf(searchFrom({}))).toEqual({ where: { status: ['firing', 'acknowledged'] }, sort: 'openedAt', desc: true });
  });

  it('leaves out what it does not know', () => {
    expect(searchFrom({ state: 'burning', urgency: 'huge', service: '', q: 7, other: 1 })).toEqual({ q: '7' });
    expect(isFiltered(searchFrom({ state: 'open' }))).toBe(false);
  });

  it('filters by state, urgency and service', () => {
    expect(paramsOf(searchFrom({ state: 'all', urgency: 'low', service: 's1' })).where).toEqual({ urgency: ['low'], serviceId: ['s1'] });
    expect(paramsOf(searchFrom({ state: 'resolved' })).where).toEqual({ status: ['resolved'] });
  });
});

it('the search wants every word, in number, title or service', () => {
  const found = (q: string) => matchesText(group(), q, 'Checkout');
  expect(['', 'disk', '#12', 'check DB-1', ' '].map(found)).toEqual([true, true, true, true, true]);
  expect(['memory', 'disk memory'].map(found)).toEqual([false, false]);
});
