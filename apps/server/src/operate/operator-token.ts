import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../problems/problem.js';

const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** From this machine: over loopback, or to an address of its own. What a proxy says about its client is not believed here. */
const isHere = ({ socket }: FastifyRequest): boolean =>
  local.has(socket.remoteAddress ?? '') || (socket.remoteAddress !== undefined && socket.remoteAddress === socket.localAddress);

/** An address under which this machine reaches a server that listens there. */
const urlOf = (host: string, port: number, scheme: 'http' | 'https'): string => {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/**
 * How whoever may read the data folder, the operator, speaks to the server that holds it: `operator.token` in the folder says where it
 * listens and what to show there. A new one at each start.
 */
export class OperatorToken {
  private readonly token = randomBytes(32).toString('base64url');
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'operator.token');
  }

  /** `certificate`: in PEM, where the server speaks https: whoever reads this file trusts that one. */
  write(host: string, port: number, certificate: string | null): void {
    rmSync(this.file, { force: true });
    writeFileSync(
      this.file,
      `${JSON.stringify({ url: urlOf(host, port, certificate ? 'https' : 'http'), token: this.token, ...(certificate ? { certificate } : {}) })}\n`,
      { mode: 0o600 },
    );
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }

  /** Throws HttpProblem operator.required. */
  require(request: FastifyRequest): void {
    if (!this.isShownBy(request)) throw new HttpProblem('operator.required');
  }

  isShownBy(request: FastifyRequest): boolean {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${this.token}`);
    return isHere(request) && given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}
