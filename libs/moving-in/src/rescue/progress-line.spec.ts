import { ProgressLine } from './progress-line.js';

const shown = (isTTY: boolean) => {
  const written: string[] = [];
  let now = 0;
  const line = new ProgressLine({ isTTY, write: (text: string) => written.push(text) > 0 }, () => now);
  return { written, line, passes: (millis: number) => void (now += millis) };
};

describe('the progress of a rescue', () => {
  it('says what is read, how far it is, and how long the rest takes at the speed of this run', () => {
    const { written, line, passes } = shown(true);
    passes(60_000);
    line.show('alerts', { done: 1, of: 4, left: 3 });
    expect(written).toEqual(['\ralerts: 1 of 4, about 3 min left of what is known']);
    passes(100);
    line.show('alerts', { done: 2, of: 4, left: 2 });
    expect(written).toHaveLength(1);
    passes(20_000);
    line.show('alerts', { done: 3, of: 4, left: 1 });
    expect(written.at(-1)!.trim()).toBe('alerts: 3 of 4, less than a minute left of what is known');
    line.end();
    expect(written.at(-1)).toBe('\n');
  });

  it('is a line each half minute where nobody watches', () => {
    const { written, line, passes } = shown(false);
    for (let n = 0; n < 4; n += 1) {
      passes(15_000);
      line.show('users', { done: n, of: undefined, left: 0 });
    }
    expect(written).toEqual([
      'users: 0, less than a minute left of what is known\n',
      'users: 2, less than a minute left of what is known\n',
    ]);
  });
});
