export interface NoisePart {
  /** The last opening that was marked as noise; null: none is. */
  readonly noise: number | null;
}
