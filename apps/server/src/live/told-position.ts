/** Milliseconds. */
const positionInterval = 1_000;

/** Tells how far rows were delivered: at most once a second, and the last one is never dropped. */
export class ToldPosition {
  /** The ordinal up to which rows have been delivered. */
  private ordinal = 0;
  private telling: NodeJS.Timeout | undefined;

  constructor(private readonly tell: (ordinal: number) => void) {}

  reached(ordinal: number): void {
    this.ordinal = ordinal;
    if (this.telling) return;
    this.tell(ordinal);
    this.telling = setTimeout(() => {
      this.telling = undefined;
      if (this.ordinal !== ordinal) this.reached(this.ordinal);
    }, positionInterval).unref();
  }

  stop(): void {
    clearTimeout(this.telling);
  }
}
