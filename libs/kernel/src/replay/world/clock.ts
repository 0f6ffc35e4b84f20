/** More steps than this at one instant mean an endless loop. */
const maxSteps = 100_000;

/** Clock of a simulated world; it advances only when moved. */
export class WorldClock {
  private steps = 0;

  constructor(public now: string) {}

  moveTo(instant: string): void {
    if (instant === this.now) return;
    this.now = instant;
    this.steps = 0;
  }

  /** Counts a decision or an event. Throws when one instant has too many of them. */
  step(): void {
    this.steps += 1;
    if (this.steps > maxSteps) throw new Error(`more than ${maxSteps} steps at ${this.now}: a cycle`);
  }
}
