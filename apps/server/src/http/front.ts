import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { limits } from '@tocsin/contracts/limits.js';
import type { Certificate } from '@tocsin/platform/http/certificate.js';
import { endLate } from './late-requests.js';

/** Milliseconds that requests under way have when the server is stopped. */
const finishing = 2_000;
/** A stranger who sends half a request must not hold a place for ever. Which requests have as long as an upload is said by `endLate`. */
const timeouts = { headersTimeout: limits.headersWithin, connectionsCheckingInterval: 2_000, requestTimeout: limits.uploadWithin };
/** As long as Fastify keeps a connection that nobody uses. */
const keepAliveTimeout = 72_000;

export interface FrontParts {
  readonly certificate: Certificate | null;
  /** Whether a request is for the doors of senders. */
  readonly isForDoors: (method: string, url: string) => boolean;
  readonly doors: RequestListener;
  /** Answers everything else until somebody takes it over. */
  readonly meanwhile: RequestListener;
  /** Milliseconds until a request that is no upload has sent all of it. */
  readonly within?: number;
}

/**
 * The one server that listens. Senders are answered from the first moment on; everything else waits until memory is whole, since whoever
 * asks would else be judged by half of it.
 */
export class Front {
  readonly server: Server | SecureServer;
  private rest: RequestListener;
  private readonly ended: Promise<unknown>;

  constructor({ certificate, isForDoors, doors, meanwhile, within = limits.requestWithin }: FrontParts) {
    this.rest = meanwhile;
    const answer: RequestListener = (request, response) => {
      endLate(request, response, within);
      if (isForDoors(request.method ?? '', request.url ?? '/')) doors(request, response);
      else this.rest(request, response);
    };
    this.server = certificate
      ? createSecureServer({ ...timeouts, cert: certificate.cert, key: certificate.key }, answer)
      : createServer(timeouts, answer);
    this.server.keepAliveTimeout = keepAliveTimeout;
    this.ended = once(this.server, 'close');
  }

  /** Answers the port that was taken; 0 takes any that is free. */
  async listen(port: number, host: string): Promise<number> {
    this.server.listen({ port, host });
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on everything that is not for the doors goes there. */
  handOver(rest: RequestListener): void {
    this.rest = rest;
  }

  use({ cert, key }: Certificate): void {
    (this.server as SecureServer).setSecureContext({ cert, key });
  }

  /**
   * Takes no new connections. Resolves when the last one is gone: whoever is being answered may have the rest of it; a connection that only
   * waits must not hold the end up.
   */
  async close(): Promise<void> {
    this.server.close();
    const impatient = setTimeout(() => this.server.closeAllConnections(), finishing);
    await this.ended;
    clearTimeout(impatient);
  }
}
