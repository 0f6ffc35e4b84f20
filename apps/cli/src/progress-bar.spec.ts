import { ProgressBar } from './progress-bar.js';

const renderSteps = (isTTY: boolean, steps: readonly (readonly [number, number])[]): string => {
  let text = '';
  const bar = new ProgressBar({ isTTY, write: (more) => (text += more) }, 'rebuilding');
  for (const [done, target] of steps) bar.show(done, target);
  bar.end();
  return text;
};

describe('the progress bar', () => {
  it('draws over itself in a terminal', () => {
    expect(
      renderSteps(true, [
        [5, 10],
        [5, 10],
        [10, 10],
      ]),
    ).toBe(`\rrebuilding [${'#'.repeat(15)}${'.'.repeat(15)}]  50 %  5 of 10\rrebuilding [${'#'.repeat(30)}] 100 %  10 of 10\n`);
  });

  it('blanks out what was longer before', () => {
    expect(
      renderSteps(true, [
        [10, 1000],
        [10, 10],
      ])
        .split('\r')
        .at(-1),
    ).toMatch(/10 of 10 {2}\n$/);
  });

  it('writes a line for every tenth elsewhere', () => {
    const steps = Array.from({ length: 101 }, (_, n) => [n, 100] as const);
    expect(renderSteps(false, steps).match(/\n/g)).toHaveLength(11);
  });

  it('shows nothing done of nothing known', () => {
    expect(renderSteps(true, [[0, 0]])).toContain('  0 %  0 of 0');
  });
});
