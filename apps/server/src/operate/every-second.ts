/** Milliseconds of real time. */
const second = 1_000;

/**
 * Runs an act every second, one run at a time: a run that hangs is not started a second time. The timer does not keep the process
 * alive.
 */
export class EverySecond {
  private timer: NodeJS.Timeout | undefined;
  private currentRun: Promise<void> | undefined;

  /** `act` reports its own failures: it must not reject. */
  constructor(private readonly act: () => Promise<unknown>) {}

  start(): void {
    this.timer = setInterval(() => void this.run(), second);
    this.timer.unref();
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.currentRun;
  }

  /** Starts a run, or returns the current one. */
  run(): Promise<void> {
    this.currentRun ??= this.act()
      .then(() => undefined)
      .finally(() => (this.currentRun = undefined));
    return this.currentRun;
  }
}
