import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { TextFilter } from './event-text.js';

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
    expect(new TextFilter(words, asStored).isMatching(openedEvent)).toBe(isThere);
  });

  it('has the words that its kind is called by, alone or with those in its text', () => {
    expect(new TextFilter(['opened'], asStored).isMatching(openedEvent)).toBe(true);
    expect(new TextFilter(['opened', 'disk'], asStored).isMatching(openedEvent)).toBe(true);
    expect(new TextFilter(['opened', 'elsewhere'], asStored).isMatching(openedEvent)).toBe(false);
  });

  it('has no words that its reader is not shown', () => {
    const showRedacted = (event: StoredEvent): Recorded => ({ ...asStored(event), data: { title: '▒▒' } });
    expect(new TextFilter(['disk'], showRedacted).isMatching(openedEvent)).toBe(false);
  });

  it('is not read further where its bytes have no such word', () => {
    expect(new TextFilter(['elsewhere'], asStored).isMatching(openedEvent)).toBe(false);
    expect(read).toBe(0);
  });

  it('has words of what is encrypted, which is decrypted for it and counted', () => {
    const note = { ...storedEvent('NoteAdded', { text: 'aGVsbG8gd29ybGQ' }), meta: '{"enc":[{"path":"text","subject":"text:1"}]}' };
    const showDecrypted = (event: StoredEvent): Recorded => ({ ...asStored(event), data: { text: 'the secret word' } });
    const filter = new TextFilter(['secret'], showDecrypted);
    expect([filter.isMatching(note), filter.isMatching(openedEvent), filter.decrypted]).toEqual([true, false, 1]);
  });

  it('has no words of a sender’s body, which stays encrypted', () => {
    const received = { ...storedEvent('SignalReceived', { raw: 'aGVsbG8' }), meta: '{"enc":[{"path":"raw","subject":"raw:1:2026-01"}]}' };
    const filter = new TextFilter(['secret'], asStored);
    expect([filter.isMatching(received), filter.decrypted]).toEqual([false, 0]);
  });
});
