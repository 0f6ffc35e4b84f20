import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { configBodyType } from '@tocsin/contracts/config-files/plan.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import { sizeWords } from '../ingest/problem.js';
import { HttpProblem } from '../problems/problem.js';

/** Configuration files as they were sent: nothing is read before the caller is known, and nothing is parsed on this thread. */
export class FilesBody {
  /** A private name: bodies are searched for harmful keys. */
  readonly #stream: Readable;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  /** Throws HttpProblem request.too_large. */
  async read(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stream: AsyncIterable<Buffer> = this.#stream;
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > fileLimits.fileBytes.all) throw new HttpProblem('request.too_large', { limit: sizeWords(fileLimits.fileBytes.all) });
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

/** Accepts this content type on these paths only. */
export const takeConfigFiles = (server: FastifyInstance, paths: readonly string[]): void => {
  server.addContentTypeParser(configBodyType, (request, payload, done) =>
    paths.includes(request.routeOptions.url ?? '')
      ? done(null, new FilesBody(payload))
      : done(new HttpProblem('request.unsupported_media_type'), undefined),
  );
};
