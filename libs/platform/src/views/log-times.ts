import { laterOf } from '@tocsin/kernel/time.js';

type ReadInstants = (after: number, limit: number) => Promise<readonly (readonly [ordinal: number, at: string])[]>;

const perRead = 5_000;

/** Log time, the running maximum of the instants of all events, for ordinals that mostly come in order. */
export class LogTimes {
  private read: readonly (readonly [ordinal: number, at: string])[] = [];
  private next = 0;
  private ordinal = 0;
  private time = '';

  constructor(private readonly readInstants: ReadInstants) {}

  /** Each ordinal must be on the log. */
  async at(ordinals: readonly number[]): Promise<readonly string[]> {
    const times: string[] = [];
    for (const ordinal of ordinals) {
      if (ordinal < this.ordinal) this.begin();
      while (this.ordinal < ordinal) await this.walkTo(ordinal);
      times.push(this.time);
    }
    return times;
  }

  private begin(): void {
    this.read = [];
    this.next = 0;
    this.ordinal = 0;
    this.time = '';
  }

  private async walkTo(ordinal: number): Promise<void> {
    if (this.next === this.read.length) {
      this.read = await this.readInstants(this.ordinal, perRead);
      this.next = 0;
      if (this.read.length === 0) throw new RangeError(`event ${ordinal} is not on the log, which ends at ${this.ordinal}`);
    }
    while (this.next < this.read.length && this.ordinal < ordinal) {
      const [reached, at] = this.read[this.next]!;
      this.ordinal = reached;
      this.time = laterOf(this.time, at);
      this.next += 1;
    }
  }
}
