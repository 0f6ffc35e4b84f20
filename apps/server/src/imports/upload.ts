import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { importFormats, type ImportFormat } from '@tocsin/contracts/imports/imports.js';
import * as importLimits from '@tocsin/contracts/imports/limits.js';
import { diskLowProblem } from '../core/disk-space.js';
import { sizeWords } from '../ingest/problem.js';
import { HttpProblem } from '../problems/problem.js';

const types: Readonly<Record<ImportFormat, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** An uploaded table: nothing is read before the caller is known. */
export class Upload {
  readonly #stream: Readable;

  constructor(
    readonly format: ImportFormat,
    stream: Readable,
  ) {
    this.#stream = stream;
  }

  /** Writes it to a file while the disk has room. Throws HttpProblem request.too_large, store.unwritable. */
  async save(file: string, hasRoom: () => boolean): Promise<void> {
    let bytes = 0;
    const most = importLimits.imports.bytes;
    const counter = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length;
        if (bytes > most) done(new HttpProblem('request.too_large', { limit: sizeWords(most) }));
        else if (!hasRoom()) done(diskLowProblem());
        else done(null, chunk);
      },
    });
    await pipeline(this.#stream, counter, createWriteStream(file, { mode: 0o600 }));
  }
}

/** Accepts the content types of tables on this path only: everywhere else they are refused, like any unknown type. */
export const takeTables = (server: FastifyInstance, path: string): void => {
  for (const format of importFormats) {
    server.addContentTypeParser(types[format], (request, payload, done) =>
      request.routeOptions.url === path
        ? done(null, new Upload(format, payload))
        : done(new HttpProblem('request.unsupported_media_type'), undefined),
    );
  }
};
