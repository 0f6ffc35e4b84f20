import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { duration } from '@tocsin/contracts/duration.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { openFolderSource, type FileRooms } from './folder-source.js';
import type { FilePart, FileThreadOrder } from './exported-file.worker.js';
import { makeFile, type FileOrder } from './make-file.js';

const dependencies = ['config', 'decode', 'folder', 'log', 'redactions'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Milliseconds in which a file must be made. */
const deadline = 2 * duration.minute;
const heap = { maxOldGenerationSizeMb: 512 };

/** The parts of a file that a thread makes. Ending early ends the thread. */
async function* partsOf(order: FileThreadOrder): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('exported-file.worker.js', import.meta.url), { workerData: order, name: 'file', resourceLimits: heap });
  const waiting: FilePart[] = [];
  let problem: Error | undefined;
  let wake = (): void => {};
  const end = (error: Error): void => {
    problem ??= error;
    wake();
  };
  worker.on('message', (part: FilePart) => {
    waiting.push(part);
    wake();
  });
  onThreadEnd(worker, (error) => end(error ?? new Error('the thread ended before its file was whole')));
  const timer = setTimeout(() => end(new Error('the file took too long')), deadline);
  try {
    for (;;) {
      while (waiting.length > 0) {
        const part = waiting.shift();
        if (!part) return;
        yield part;
      }
      if (problem) throw problem;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

async function* madeHere(rooms: FileRooms, file: FileOrder): AsyncGenerator<Uint8Array> {
  const source = await openFolderSource(rooms);
  try {
    yield* makeFile(source, file);
  } finally {
    await source.close();
  }
}

/** Makes exported files: on a thread of their own, which reads the log by itself. In the cluster profile from the log of this server, without a proof. */
@Injectable()
export class FileMaker {
  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  make(file: FileOrder): AsyncGenerator<Uint8Array> {
    const { config, folder, log, decode, redactions } = this.parts;
    if (config.profile !== 'embedded') {
      const source = { log, decode: (stored: Parameters<typeof decode>[0]) => redactions.redact(decode(stored)) };
      const none = (async function* () {})();
      return makeFile(
        { ...source, ofType: () => none, redacted: new Set(redactions.placesAfter(0).map(({ ordinal }) => ordinal)), tree: () => null },
        file,
      );
    }
    const rooms = { log: folder.room('log'), vault: folder.room('vault'), masterKey: config.masterKey };
    return config.hasOneThread ? madeHere(rooms, file) : partsOf({ rooms, file });
  }
}
