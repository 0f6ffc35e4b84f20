import type { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import * as fileLimits from '@tocsin/contracts/exported-files/limits.js';
import type { BackgroundErrors } from '../core/background-errors.js';
import { HttpProblem } from '../problems/problem.js';

type Make = (signal: AbortSignal) => AsyncGenerator<Uint8Array>;

/** Files that are made while they are downloaded. */
export class Downloads {
  private running = 0;

  constructor(private readonly troubles: Pick<BackgroundErrors, 'note'>) {}

  /** The end of the connection, or the deadline, ends the work. A failure breaks off the download, and is noted. Throws HttpProblem limit.rate when too many are in progress. */
  begin(make: Make, connection: EventEmitter): Readable {
    if (this.running >= fileLimits.madeAtOnce) throw new HttpProblem('limit.rate', { seconds: 5 }, undefined, 5);
    this.running += 1;
    const ended = new AbortController();
    const stream = Readable.from(make(ended.signal), { objectMode: false });
    const end = (error: Error): void => {
      ended.abort(error);
      stream.destroy(error);
    };
    const left = new Error('the download was broken off');
    const leave = (): void => end(left);
    const timer = setTimeout(() => end(new Error('the file took too long')), fileLimits.download);
    connection.once('close', leave);
    return stream
      .on('error', (error) => {
        if (!isOrHas(error, left)) this.troubles.note('exported file', error);
      })
      .once('close', () => {
        clearTimeout(timer);
        connection.off('close', leave);
        this.running -= 1;
      });
  }
}

const isOrHas = (error: Error, cause: Error): boolean => error === cause || error.cause === cause;
