// Summary of `npm test` from the results of its suites: lines, and whether the run failed.

/**
 * A suite’s result is `{ name, passed, failed, skipped, seconds, minutes }`: what its files took one after another, and the budget of that, null where
 * there is none. `totalTime` is what the run took, `{ seconds, minutes }`. `notRun`: what this machine can’t run. What is over its budget is reported and
 * fails nothing: on a busy machine it says nothing about the program. `seed` orders the tests of a file, and is said where one failed.
 */
export function summaryOf(results, notRun, totalTime, seed) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const [failed, skipped] = [sum('failed'), sum('skipped')];
  const lines = [
    ...results.map(lineOf),
    timeLine('', 'all together', totalTime),
    ...notRun.map((line) => `not run: ${line}`),
    ...[...results, { name: 'the whole run', ...totalTime }].filter(isSlow).map(slowLine),
    ...(failed > 0 && seed !== undefined ? [`the order of the tests is that of --seed=${seed}`] : []),
    `${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ];
  return { lines, isFailed: failed > 0 };
}

const isSlow = ({ seconds, minutes }) => minutes !== null && seconds > minutes * 60;

const slowLine = ({ name, seconds, minutes }) =>
  `slow: ${name} took ${seconds.toFixed(0)} s, over its budget of ${minutes} min (scripts/suites.mjs)`;

function lineOf({ name, passed, failed, skipped, ...time }) {
  return timeLine(name, passed + failed + skipped === 0 ? 'no tests' : `${passed} passed, ${failed} failed, ${skipped} skipped`, time);
}

const timeLine = (name, counts, { seconds, minutes }) =>
  `${name.padEnd(11)} ${counts.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s${minutes === null ? '' : ` of ${minutes} min`}`;
