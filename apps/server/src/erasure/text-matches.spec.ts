import type { Recorded } from '@tocsin/contracts/envelope.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { keepRaw } from '../ingest/raw-body.js';
import { findTexts } from './text-matches.js';

const eventWith = (data: object): Recorded =>
  partOf<Recorded>({ ordinal: 7, type: 'NoteAdded', stream: 'alertGroup-9', meta: { at: '2026-11-21T03:12:00.000Z' }, data });
const find = (data: object, text = 'Zerafina Müller') => [...findTexts(eventWith(data), [text])];

describe('a text in the history', () => {
  it('is found whatever its case, with the words around it', () => {
    expect(find({ groupId: '9', text: 'Ask zerafina MÜLLER first' })).toMatchObject([
      { ordinal: 7, path: ['text'], excerpt: 'Ask zerafina MÜLLER first', redactable: true },
    ]);
    expect(find({ groupId: '9', text: 'Ask Zerafina' })).toEqual([]);
  });

  it.each(['q=Zerafina+M%C3%BCller&where.status=firing', 'q=zerafina%20m%C3%BCller', 'q=Zerafina%20M%c3%bcller%'])(
    'is found in a filter, encoded as in an address: %s',
    (filter) => {
      const [hit] = find({ bulkActId: '9', filter });
      expect(hit).toMatchObject({ path: ['filter'], redactable: true });
      expect(hit!.excerpt).toMatch(/zerafina müller/i);
    },
  );

  it('is found in a raw body that is a form, or JSON with escapes', () => {
    const padding = 'x'.repeat(4_096);
    for (const body of [
      `summary=Disk+of+Zerafina+M%C3%BCller&details=${padding}`,
      `{"summary":"Disk of Zerafina M\\u00fcller","details":"${padding}"}`,
    ])
      expect(find({ raw: keepRaw(body) })).toMatchObject([{ path: ['raw'], redactable: true }]);
  });

  it('is found once where both readings have it, and beside what can’t be decoded', () => {
    expect(find({ text: 'Zerafina Müller, Zerafina+M%C3%BCller' })).toHaveLength(1);
    expect(find({ text: '100 % of %FF+Zerafina%20Müller' })).toHaveLength(1);
  });
});
