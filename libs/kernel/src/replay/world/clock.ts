/** More steps than this that follow from one input, at one instant, mean an endless loop. */
export const worldLimits = { steps: 100_000 };

export class WorldClock {
  private steps = 0;

  constructor(public now: string) {}

  moveTo(instant: string): void {
    if (instant === this.now) return;
    this.now = instant;
    this.steps = 0;
  }

  /** An input from outside: any number may come at one instant, so what follows is counted from here. */
  beginInput(): void {
    this.steps = 0;
  }

  /** Counts a decision or an event. Throws when too many follow from one input at one instant. */
  step(): void {
    this.steps += 1;
    if (this.steps > worldLimits.steps) throw new Error(`more than ${worldLimits.steps} steps at ${this.now}: a cycle`);
  }
}
