import { Readable } from 'node:stream';
import { limits } from '@tocsin/contracts/limits.js';
import { HttpProblem } from '../problems/problem.js';

/**
 * Exports in progress. Each is generated while the client takes it; one that a client stops taking is ended, so that it does not
 * keep its slot.
 */
export class RunningExports {
  private readonly byCaller = new Map<string, number>();
  private inAll = 0;

  constructor(private readonly stalls: number = limits.export.stalls) {}

  /** Throws HttpProblem limit.rate when too many are in progress. */
  begin(caller: string, pages: () => AsyncGenerator<string>): Readable {
    const own = this.byCaller.get(caller) ?? 0;
    if (own >= limits.export.ofCaller || this.inAll >= limits.export.atOnce)
      throw new HttpProblem('limit.rate', { seconds: 5 }, undefined, 5);
    this.byCaller.set(caller, own + 1);
    this.inAll += 1;
    const stream = Readable.from(
      this.watchPages(pages(), (error) => stream.destroy(error)),
      { objectMode: false },
    );
    return stream.once('close', () => this.end(caller));
  }

  private async *watchPages(pages: AsyncGenerator<string>, give: (error: Error) => void): AsyncGenerator<string> {
    for await (const page of pages) {
      const stalled = setTimeout(() => give(new Error('the download stalled')), this.stalls);
      try {
        yield page;
      } finally {
        clearTimeout(stalled);
      }
    }
  }

  private end(caller: string): void {
    const remaining = this.byCaller.get(caller)! - 1;
    this.inAll -= 1;
    if (remaining > 0) this.byCaller.set(caller, remaining);
    else this.byCaller.delete(caller);
  }
}
