export interface NoisePart {
  /** The last opening that was marked as noise. */
  readonly noise?: number;
}
