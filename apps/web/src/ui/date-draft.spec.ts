import { withAnswer, draftOf, latest, put, withText, type DateDraft } from './date-draft.js';

const [a, b, c] = ['2026-11-01', '2026-11-02', '2026-11-03'];
const choose = (draft: DateDraft, text: string): DateDraft => put(withText(draft, text));

describe('a date field whose answers come late', () => {
  it('goes back to what was there before the first answer: the second choice counts, and the first answer does not show', () => {
    const first = choose(draftOf(a), b);
    // the value is still the old one, but the field was left with another
    expect(latest(first)).toBe(b);
    const late = withAnswer(choose(first, a), b);
    expect(late.text).toBe(a);
    expect(withAnswer(late, a)).toEqual(draftOf(a));
  });

  it('keeps what is being typed when the answer to an earlier choice comes', () => {
    const half = withText(choose(draftOf(a), b), '0202-11-03');
    expect(withAnswer(half, b)).toMatchObject({ text: '0202-11-03', value: b, unanswered: [] });
  });

  it('does not show an earlier choice after a later one', () => {
    expect(withAnswer(choose(choose(draftOf(a), b), c), b).text).toBe(c);
    expect(withAnswer(choose(choose(draftOf(a), b), c), c)).toEqual(draftOf(c));
  });

  it('takes over a value that comes from elsewhere', () => {
    expect(withAnswer(draftOf(a), c)).toEqual(draftOf(c));
    expect(withAnswer(choose(draftOf(a), b), c)).toEqual(draftOf(c));
  });
});
