/** Milliseconds. */
const positionInterval = 1_000;

/** Sends the position up to which rows were delivered: at most once a second; the last position is always sent. */
export class PositionReporter {
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
