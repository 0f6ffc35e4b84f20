/** One of my shifts, or the rest of it, in milliseconds. */
export interface Shift {
  readonly from: number;
  readonly to: number;
}
