import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { createTextFilter } from './event-text.js';

const storedEvent = (type: string, data: unknown): StoredEvent => ({
  id: 'e1',
  stream: 's',
  revision: 0,
  ordinal: 1,
  token: 't',
  type,
  v: 1,
  data: JSON.stringify(data),
  meta: '{}',
});
let read = 0;
beforeEach(() => (read = 0));
const asStored = ({ data, meta: _, ...event }: StoredEvent): Recorded => {
  read += 1;
  return partOf<Recorded>({ ...event, data: JSON.parse(data) as unknown });
};
const openedEvent = storedEvent('AlertGroupOpened', { title: 'Disk “/var” FULL\non db1', labels: [{ host: 'db1.example' }], number: 12 });

describe('what an event says', () => {
  it.each([
    [['disk'], true],
    [['full', 'db1.example'], true],
    [['full\non'], true],
    [['“/var”'], true],
    [['disk', 'elsewhere'], false],
    [['title'], false],
  ])('has all words of %j: %s', (words, isThere) => {
    expect(createTextFilter(words, asStored)(openedEvent)).toBe(isThere);
  });

  it('has the words that its kind is called by, alone or with those in its text', () => {
    expect(createTextFilter(['opened'], asStored)(openedEvent)).toBe(true);
    expect(createTextFilter(['opened', 'disk'], asStored)(openedEvent)).toBe(true);
    expect(createTextFilter(['opened', 'elsewhere'], asStored)(openedEvent)).toBe(false);
  });

  it('has no words that its reader is not shown', () => {
    const showRedacted = (event: StoredEvent): Recorded => ({ ...asStored(event), data: { title: '▒▒' } });
    expect(createTextFilter(['disk'], showRedacted)(openedEvent)).toBe(false);
  });

  it('is not read further where its bytes have no such word: encrypted text is not found', () => {
    const showErased = (event: StoredEvent): Recorded => ({ ...asStored(event), data: { text: 'the secret word' } });
    expect(createTextFilter(['secret'], showErased)(storedEvent('NoteAdded', { text: 'aGVsbG8gd29ybGQ' }))).toBe(false);
    expect(read).toBe(0);
  });
});
