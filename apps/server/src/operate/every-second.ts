/** Milliseconds of real time. */
const second = 1_000;

/** Runs an act every second, one run at a time: what hangs is not started again beside itself. The timer keeps no process alive. */
export class EverySecond {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  /** `act` says itself what it failed at: it must not reject. */
  constructor(private readonly act: () => Promise<unknown>) {}

  start(): void {
    this.timer = setInterval(() => void this.run(), second);
    this.timer.unref();
  }

  /** Resolves when the run under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Runs now, or answers with the run under way. */
  run(): Promise<void> {
    this.running ??= this.act()
      .then(() => undefined)
      .finally(() => (this.running = undefined));
    return this.running;
  }
}
