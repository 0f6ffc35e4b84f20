/** In milliseconds: the pause after the first failure, and the longest. */
export interface BackOff {
  readonly first: number;
  readonly most: number;
}

/**
 * The pause after this many failures in a row: doubled after each, up to the longest. Waits in real time use `withJitter`, up to half less, so that
 * clients that failed together don’t retry together.
 */
export const backOff = (failures: number, { first, most }: BackOff): number => Math.min(first * 2 ** (failures - 1), most);

/** `fraction`: random, at least 0, less than 1. */
export const withJitter = (ms: number, fraction: number): number => ms * (1 - fraction / 2);
