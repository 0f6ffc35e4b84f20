import { mentionOf } from '@tocsin/contracts/mentions.js';
import { suggestionsFor, typedMention, withChosen, withIds } from './mentions.js';

const ana = { id: 'a', name: 'Ana' };
const annette = { id: 'b', name: 'Ana Berg' };
const bo = { id: 'c', name: 'Bo Ås' };
const otherBo = { id: 'd', name: 'Bo Ås' };
const people = [ana, annette, bo];

describe('a mention that is typed', () => {
  it.each([
    ['@', { from: 0, query: '' }],
    ['ask @An', { from: 4, query: 'An' }],
    ['(@An', { from: 1, query: 'An' }],
    ['@Ana B', { from: 0, query: 'Ana B' }],
    ['ana@example', null],
    ['ask Ana', null],
    ['@Ana Berg is', null],
  ])('is found in “%s”', (text, mention) => expect(typedMention(text, text.length)).toEqual(mention));

  it('is found at the caret, not at the end', () => expect(typedMention('@An and more', 3)).toEqual({ from: 0, query: 'An' }));

  it('suggests people by any word of their name', () => {
    expect(suggestionsFor('an', people)).toEqual([ana, annette]);
    expect(suggestionsFor('ås', people)).toEqual([bo]);
    expect(suggestionsFor('zo', people)).toEqual([]);
  });

  it('takes the chosen one, and goes on behind them', () =>
    expect(withChosen('ask @An and wait', 7, { from: 4, query: 'An' }, ana)).toEqual({ text: 'ask @Ana and wait', caret: 9 }));
});

describe('what is sent', () => {
  const none = new Map<string, string>();
  it.each([
    ['ask @Ana.', `ask ${mentionOf('a')}.`],
    ['@Ana Berg and @Ana', `${mentionOf('b')} and ${mentionOf('a')}`],
    ['@Anabel', '@Anabel'],
    ['mail ana@Ana', 'mail ana@Ana'],
    ['@nobody', '@nobody'],
  ])('“%s” names people by their ids', (text, sent) => expect(withIds(text, people, none)).toBe(sent));

  it('of two who have one name means the one that was chosen, and none without a choice', () => {
    const both = [...people, otherBo];
    expect(withIds('@Bo Ås', both, none)).toBe('@Bo Ås');
    expect(withIds('@Bo Ås', both, new Map([['Bo Ås', 'd']]))).toBe(mentionOf('d'));
  });
});
