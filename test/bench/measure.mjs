import { cpus } from 'node:os';

/** Whether rows only have to run to their end: `npm run check` and the tests run each of them on a small size. */
export const isSmall = process.env.TOCSIN_BENCH_SMALL === '1';
/** The size of something that is measured. */
export const sized = (size, smallSize) => (isSmall ? smallSize : size);

export const median = (numbers) => {
  const sortedNumbers = numbers.toSorted((a, b) => a - b);
  const middle = sortedNumbers.length >> 1;
  return sortedNumbers.length % 2 ? sortedNumbers[middle] : (sortedNumbers[middle - 1] + sortedNumbers[middle]) / 2;
};

export const percentile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

/**
 * Runs contestants in turn, A B C A B C …, so that changes of the machine’s speed affect all alike. Each returns a figure. The
 * result has the medians, and the pairwise ratios of the first contestant to the others.
 */
export const runInterleaved = async (contestants, rounds) => {
  const figures = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(contestants)) figures[name].push(await run());
  }
  const [first, ...otherNames] = Object.keys(contestants);
  const medians = Object.fromEntries(Object.entries(figures).map(([name, all]) => [name, median(all)]));
  const ratios = Object.fromEntries(
    otherNames.map((name) => [name, median(figures[first].map((figure, round) => figure / figures[name][round]))]),
  );
  return { figures, medians, ratios };
};

/** One line of the report. `target` is a lower bound of the ratio, or an upper one when `atMost`. */
export const row = (title, figure, ceiling, ratio, target, { atMost = false, note = '' } = {}) => ({
  what: title,
  figure,
  ceiling,
  ratio: Number(ratio.toFixed(2)),
  wanted: `${atMost ? '≤' : '≥'} ${target}`,
  met: atMost ? ratio <= target : ratio >= target,
  note,
});

/** A line of the report without a required ratio. */
export const informationRow = (title, figure, comparisonText, ratio, note = '') => ({
  what: title,
  figure,
  ceiling: comparisonText,
  ratio: Number(ratio.toFixed(2)),
  note,
});

export const machine = () => `${cpus().length} cores, ${cpus()[0].model}, Node ${process.versions.node}`;
export const round = (figure) => Math.round(figure).toLocaleString('en');
