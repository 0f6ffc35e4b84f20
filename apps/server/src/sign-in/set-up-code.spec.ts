import { SetUpCode } from './set-up-code.js';

describe('the code of set-up', () => {
  it('is twelve letters and digits, and may be typed in capitals, with spaces and without hyphens', () => {
    const { code } = new SetUpCode();
    const setUp = new SetUpCode();
    expect(setUp.code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(setUp.isMatching(` ${setUp.code.toUpperCase().replaceAll('-', ' ')} `)).toBe(true);
    const wrong = [undefined, '', setUp.code.slice(1), `${setUp.code}2`, code];
    expect(wrong.map((input) => setUp.isMatching(input))).toEqual(wrong.map(() => false));
  });

  it('still works after any number of wrong guesses, so that nobody can lock out set-up', () => {
    const setUp = new SetUpCode();
    for (let time = 0; time < 1_000; time += 1) expect(setUp.isMatching('aaaa-aaaa-aaaa')).toBe(false);
    expect(setUp.isMatching(setUp.code)).toBe(true);
  });
});
