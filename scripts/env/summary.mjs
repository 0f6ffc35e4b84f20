// Summary of `npm test` from the results of its suites: lines, and whether the run failed.

/**
 * A suite’s result is `{ name, passed, failed, skipped, seconds }`: what its files took one after another. `seconds` is what the run took. `notRun`: what
 * this machine can’t run. `seed` orders the tests of a file, and is said where one failed.
 */
export function summaryOf(results, notRun, seconds, seed) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const [failed, skipped] = [sum('failed'), sum('skipped')];
  const lines = [
    ...results.map(lineOf),
    timeLine('', 'all together', seconds),
    ...notRun.map((line) => `not run: ${line}`),
    ...(failed > 0 && seed !== undefined ? [`the order of the tests is that of --seed=${seed}`] : []),
    `${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ];
  return { lines, isFailed: failed > 0 };
}

function lineOf({ name, passed, failed, skipped, seconds }) {
  return timeLine(name, passed + failed + skipped === 0 ? 'no tests' : `${passed} passed, ${failed} failed, ${skipped} skipped`, seconds);
}

const timeLine = (name, counts, seconds) => `${name.padEnd(11)} ${counts.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s`;
