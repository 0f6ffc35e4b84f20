import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { configBodyType } from '@tocsin/contracts/config-files/plan.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { BodyRoom } from '../http/body-room.js';
import { readLater } from '../http/bounded-bodies.js';
import { sizeWords } from '../ingest/problem.js';
import { HttpProblem } from '../problems/problem.js';

const tooLarge = (): HttpProblem => new HttpProblem('request.too_large', { limit: sizeWords(fileLimits.fileBytes.all) });

/** Configuration files as they were sent: nothing is read before it is their turn, and nothing is parsed on this thread. */
export class FilesBody {
  /** Private names: bodies are searched for harmful keys. */
  readonly #stream: Readable;
  readonly #declared: number | undefined;
  readonly #room: BodyRoom;

  /** `declared`: its length, undefined when it is not known. */
  constructor(stream: Readable, declared: number | undefined, room: BodyRoom) {
    this.#stream = stream;
    this.#declared = declared;
    this.#room = room;
  }

  /** Reads it, and keeps memory reserved for it until the job ends. Throws HttpProblem request.too_large and limit.bodies. */
  async use<T>(job: (body: Buffer) => Promise<T>): Promise<T> {
    const most = this.#declared ?? fileLimits.fileBytes.all;
    if (most > fileLimits.fileBytes.all) throw tooLarge();
    const held = this.#room.enter('known');
    if (!held.grow(most)) throw new HttpProblem('limit.bodies', {}, undefined, retrySoon);
    try {
      return await job(await this.read());
    } finally {
      held.leave();
    }
  }

  private async read(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stream: AsyncIterable<Buffer> = this.#stream;
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > fileLimits.fileBytes.all) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

const retrySoon = 5;

const declaredOf = ({ headers }: FastifyRequest): number | undefined =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;

/** Accepts this content type on the paths of configuration files only. */
export const takeConfigFiles = (server: FastifyInstance, room: BodyRoom): void => {
  server.addContentTypeParser(configBodyType, (request, payload, done) =>
    readLater.has(request.routeOptions.url ?? '')
      ? done(null, new FilesBody(payload, declaredOf(request), room))
      : done(new HttpProblem('request.unsupported_media_type'), undefined),
  );
};
