/** A piece of a running server that has to be started or stopped. */
export interface BackgroundWork {
  readonly name: string;
  readonly start?: () => Promise<unknown> | void;
  /** Resolves when it does nothing more. */
  readonly stop?: () => Promise<unknown> | void;
}

/** Starts the pieces of a server in the order of the list, and stops them in reverse, one after the other. */
export class Background {
  constructor(private readonly works: readonly BackgroundWork[]) {}

  /** Rejects with the error of the first piece that can’t start; the rest is not started. */
  async start(): Promise<void> {
    for (const { start } of this.works) await start?.();
  }

  /** Stops all pieces, also those behind one that fails. Rejects with the first failure. */
  async stop(): Promise<void> {
    const failures: Error[] = [];
    for (const { name, stop } of this.works.toReversed()) {
      try {
        await stop?.();
      } catch (cause) {
        failures.push(new Error(`${name} could not be stopped: ${String(cause)}`, { cause }));
      }
    }
    if (failures[0]) throw failures[0];
  }
}
