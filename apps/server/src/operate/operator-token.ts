import { timingSafeEqual } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../problems/problem.js';
import { createSecret } from '../secrets/random-secrets.js';

const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Whether the connection comes from this machine: over loopback, or to one of its own addresses. Forwarding headers of proxies are ignored here. */
const isHere = ({ socket }: FastifyRequest): boolean =>
  local.has(socket.remoteAddress ?? '') || (socket.remoteAddress !== undefined && socket.remoteAddress === socket.localAddress);

/** An address under which a client on this machine reaches the server. */
const urlOf = (host: string, port: number, scheme: 'http' | 'https'): string => {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/**
 * Authenticates the operator, who can read the data folder, to the server that runs on it: `operator.token` in the folder contains
 * the server’s address and the token. A new token is made at each start.
 */
export class OperatorToken {
  private readonly token = createSecret();
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'operator.token');
  }

  /** `certificate`: PEM, when the server uses https: clients that read this file trust that certificate. */
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
    const header = Buffer.from(request.headers.authorization ?? '');
    const expectedHeader = Buffer.from(`Bearer ${this.token}`);
    return isHere(request) && header.length === expectedHeader.length && timingSafeEqual(header, expectedHeader);
  }
}
