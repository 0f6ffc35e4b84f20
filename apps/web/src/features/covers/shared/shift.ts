/** A shift of mine, or what is ahead of it, in milliseconds. */
export interface Shift {
  readonly from: number;
  readonly to: number;
}
