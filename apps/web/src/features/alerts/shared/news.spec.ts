import { group } from './alert-group.fixture.js';
import { newsOf } from './news.js';
import { ids, names } from '../../../data/words/names.fixture.js';

describe('what is read aloud', () => {
  it('is one sentence for each of a few groups', () => {
    const acknowledged = group({ id: 'two', number: 13, status: 'acknowledged', holder: { kind: 'person', personId: ids.bo } });
    expect(newsOf([group(), acknowledged], new Map(), names())).toBe(
      '#12 Disk full on db-1: firing. #13 Disk full on db-1: Bo acknowledged.',
    );
  });

  it('is a count for a storm', () => {
    const many = Array.from({ length: 5 }, (_, n) => group({ id: String(n), status: n === 0 ? 'resolved' : 'firing' }));
    expect(newsOf(many, new Map(), names())).toBe('5 alert groups changed: 4 firing, 1 resolved.');
  });

  it('is nothing where neither the state nor the holder has changed', () => {
    const memory = new Map<string, string>();
    newsOf([group()], memory, names());
    expect(newsOf([group({ alerts: 2 })], memory, names())).toBe('');
  });

  it('remembers what was said of the last two thousand, not of all that a screen hears in a month', () => {
    const memory = new Map<string, string>();
    newsOf([group({ id: 'first' })], memory, names());
    newsOf(
      Array.from({ length: 5_000 }, (_, n) => group({ id: String(n) })),
      memory,
      names(),
    );
    expect(memory.size).toBe(2_000);
    expect(newsOf([group({ id: '4999' })], memory, names())).toBe('');
    expect(newsOf([group({ id: 'first' })], memory, names())).toContain('firing');
  });
});
