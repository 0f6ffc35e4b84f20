import { readWord } from './reply-word.js';

describe('the word of a reply', () => {
  it.each([
    ['ack', 'acknowledge'],
    ['\r\n  Acknowledged!\r\n\r\nOn Sat, Tocsin wrote:\r\n> close', 'acknowledge'],
    ['“Ack”.', 'acknowledge'],
    ['close', 'resolve'],
    ['Resolved.\n-- \nAna', 'resolve'],
  ])('%j is understood', (text, word) => expect(readWord(text)).toBe(word));

  it.each(['', 'Thanks, I will look.', '> ack', 'On Sat, Tocsin wrote:\n> Acknowledge', 'acknowledge all', 'stop'])('%j is none', (text) =>
    expect(readWord(text)).toBeNull(),
  );
});
