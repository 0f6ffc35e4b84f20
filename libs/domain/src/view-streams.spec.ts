import { viewsOfStream, viewStreams } from '@tocsin/contracts/view-streams.js';
import { domain } from './registry.js';

const categoriesOf = (changes: object): readonly string[] =>
  domain.deciders.filter(({ evolve }) => Object.keys(evolve).some((type) => type in changes)).map(({ category }) => category);

describe('the streams that a view is declared to be made of', () => {
  it.each(domain.views.map(({ name, on }) => [name, on] as const))('%s', (name, on) => {
    expect(viewStreams[name as keyof typeof viewStreams].toSorted()).toEqual(categoriesOf(on).toSorted());
  });

  it('are told apart where one name begins with another', () => {
    expect(viewsOfStream('people-directory')).toContain('people');
    expect(viewsOfStream('person-1')).toEqual(['contacts', 'receipts']);
    expect(viewsOfStream('calendarFeeds')).toEqual(['calendarFeeds']);
    expect(viewsOfStream('nothing-1')).toEqual([]);
  });
});
