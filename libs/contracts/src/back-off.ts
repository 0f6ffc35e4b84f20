/** Milliseconds: the pause after the first failure, and the longest. */
export interface BackOff {
  readonly first: number;
  readonly most: number;
}

/**
 * The pause after this many failures in a row: doubled after each, up to the longest. Who waits in real time waits up to half less (`withJitter`), so
 * that those who failed together don’t come back together.
 */
export const backOff = (failures: number, { first, most }: BackOff): number => Math.min(first * 2 ** (failures - 1), most);

/** `fraction`: random, at least 0, less than 1. */
export const withJitter = (ms: number, fraction: number): number => ms * (1 - fraction / 2);
