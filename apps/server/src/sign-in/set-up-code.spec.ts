import { SetUpCode } from './set-up-code.js';

const another = (code: string): string => (code === '00000000' ? '00000001' : '00000000');

describe('the code of set-up', () => {
  it('is eight digits, and may be typed with spaces', () => {
    const setUp = new SetUpCode();
    expect(setUp.code).toMatch(/^\d{8}$/);
    expect(setUp.matches(`${setUp.code.slice(0, 4)} ${setUp.code.slice(4)} `)).toBe(true);
    expect([undefined, '', setUp.code.slice(1), `${setUp.code}0`].map((given) => setUp.matches(given))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('is not guessed: after twenty wrong ones the right one is none either; to ask without one is no guess', () => {
    const setUp = new SetUpCode();
    for (let time = 0; time < 19; time += 1) expect(setUp.matches(another(setUp.code))).toBe(false);
    for (let time = 0; time < 50; time += 1) expect(setUp.matches(undefined)).toBe(false);
    expect(setUp.matches(setUp.code)).toBe(true);
    expect(setUp.matches(another(setUp.code))).toBe(false);
    expect(setUp.matches(setUp.code)).toBe(false);
  });
});
