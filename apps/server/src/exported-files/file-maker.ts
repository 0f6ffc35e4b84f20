import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { openFolderSource, type FileRooms } from './folder-source.js';
import type { FileThreadOrder } from './exported-file.worker.js';
import type { FilePart, PartTaken } from './part-sender.js';
import { SharedThread } from '../query/shared-thread.js';
import type { PackSource } from './pack.js';
import { makeFile, type FileOrder } from './make-file.js';

const dependencies = ['config', 'decode', 'folder', 'log', 'redactions'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const heap = { maxOldGenerationSizeMb: 512 };

/** The parts of a file that a thread makes, few ahead of those that are taken. Ending early, or the signal, ends the thread. */
async function* partsOf(order: FileThreadOrder, signal: AbortSignal): AsyncGenerator<Uint8Array> {
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
  const stop = (): void => end(signal.reason as Error);
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      while (waiting.length > 0) {
        const part = waiting.shift();
        if (!part) return;
        yield part;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
        worker.postMessage(null satisfies PartTaken);
      }
      if (problem) throw problem;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** Makes exported files: on a thread of their own, which reads the log by itself. In the cluster profile from the log of this server, without a proof, and with rests. */
@Injectable()
export class FileMaker {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly shared: SharedThread,
  ) {}

  make(file: FileOrder, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { config, folder } = this.parts;
    if (config.profile !== 'embedded') return makeFile(this.restful(this.sourceOfServer(), signal), file);
    const rooms = { log: folder.room('log'), vault: folder.room('vault'), masterKey: config.masterKey };
    return config.hasOneThread ? this.madeHere(rooms, file, signal) : partsOf({ rooms, file }, signal);
  }

  private async *madeHere(rooms: FileRooms, file: FileOrder, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const source = await openFolderSource(rooms);
    try {
      yield* makeFile(this.restful(source, signal), file);
    } finally {
      await source.close();
    }
  }

  private restful(source: PackSource, signal: AbortSignal): PackSource {
    return { ...source, log: this.shared.restful(source.log, signal) };
  }

  private sourceOfServer(): PackSource {
    const { log, decode, redactions } = this.parts;
    const none = (async function* () {})();
    return {
      log,
      decode: (stored) => redactions.redact(decode(stored)),
      ofType: () => none,
      redacted: new Set(redactions.placesAfter(0).map(({ ordinal }) => ordinal)),
      tree: () => null,
    };
  }
}
