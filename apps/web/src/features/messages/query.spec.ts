import { knownIn, queryOf } from './query.js';
import { searchFrom } from './search.js';

const person = '0194a8f0-0000-7000-8000-000000000001';

describe('what the address of the message log says', () => {
  it('is what it may say, and nothing else', () => {
    const typed = searchFrom({ person, channel: 'push', outcome: 'failed', q: 12, from: '2026-11-21', to: 'soon', colour: 'red' });
    expect(knownIn(typed)).toEqual({ person, channel: 'push', outcome: 'failed', q: '12', from: '2026-11-21' });
    expect(knownIn({ person: 'Bo', channel: 'pigeon', outcome: 'lost' })).toEqual({});
  });

  it('is asked of the server, its days as instants', () => {
    const query = queryOf({ channel: 'push', from: '2026-11-21', to: '2026-11-21' });
    expect(query.get('channel')).toBe('push');
    expect(Date.parse(query.get('to')!) - Date.parse(query.get('from')!)).toBe(86_400_000);
  });
});
