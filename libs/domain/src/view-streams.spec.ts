import { domain, viewsOfStream } from './registry.js';

describe('the views that a stream changes', () => {
  it('are those that fold an event of its decider', () => {
    expect(viewsOfStream('person-1')).toEqual(['contacts', 'receipts']);
    expect(viewsOfStream('calendarFeeds')).toEqual(['calendarFeeds']);
    expect(viewsOfStream('nothing-1')).toEqual([]);
  });

  it('are told apart where one name begins with another', () => {
    expect(viewsOfStream('people-directory')).toContain('people');
    expect(viewsOfStream('person-1')).not.toContain('people');
  });

  it('leave out no view', () => {
    const streams = domain.deciders.map(({ category }) => category);
    expect(new Set(streams.flatMap((stream) => viewsOfStream(stream)))).toEqual(new Set(domain.views.map(({ name }) => name)));
  });
});
