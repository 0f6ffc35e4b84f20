/**
 * The least count of each step above none; at most four, fewer where there are fewer counts. They grow by the same factor: beside one storm, the hours
 * of a usual week still differ.
 */
export const heatSteps = (most: number): readonly number[] => [
  ...new Set([0, 1, 2, 3].map((step) => Math.ceil(most ** (step / 4) - 1e-9)).filter((least) => least >= 1 && least <= most)),
];

/** 0 for none, up to 4. */
export const stepOf = (count: number, steps: readonly number[]): number => steps.filter((least) => count >= least).length;

/** `1`, `2–3`, `4 and more`. */
export const stepWords = (steps: readonly number[]): readonly string[] =>
  steps.map((least, n) => {
    const next = steps[n + 1];
    if (next === undefined) return n === 0 ? `${least}` : `${least} and more`;
    return next - 1 === least ? `${least}` : `${least}–${next - 1}`;
  });
