import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { limits } from '@tocsin/contracts/limits.js';
import type { Certificate } from '@tocsin/platform/http/certificate.js';
import { endLate } from './late-requests.js';

/** Milliseconds that requests in progress get when the server stops. */
const finishing = 2_000;
/** A client that sends half a request must not keep a connection forever. `endLate` decides which requests get as long as an upload. */
const timeouts = { headersTimeout: limits.headersWithin, connectionsCheckingInterval: 2_000, requestTimeout: limits.uploadWithin };
/** Milliseconds for which Fastify keeps an idle connection. */
const keepAliveTimeout = 72_000;

export interface ListenerOptions {
  readonly certificate: Certificate | null;
  /** Whether an address is one of a sender. */
  readonly isForDoors: (url: string) => boolean;
  readonly senders: RequestListener;
  /** Answers all other requests until `handOver` is called. */
  readonly fallback: RequestListener;
  /** Milliseconds within which a request other than an upload must be sent completely. */
  readonly within?: number;
}

/**
 * The only listening server. Senders are answered from the start; all other requests wait until memory is complete, because permissions would
 * otherwise be checked against incomplete data.
 */
export class HttpListener {
  readonly server: Server | SecureServer;
  private rest: RequestListener;
  private readonly whenEnded: Promise<unknown>;

  constructor({ certificate, isForDoors, senders: doors, fallback: meanwhile, within = limits.requestWithin }: ListenerOptions) {
    this.rest = meanwhile;
    const answer: RequestListener = (request, response) => {
      endLate(request, response, within);
      if (isForDoors(request.url ?? '/')) doors(request, response);
      else this.rest(request, response);
    };
    this.server = certificate
      ? createSecureServer({ ...timeouts, cert: certificate.cert, key: certificate.key }, answer)
      : createServer(timeouts, answer);
    this.server.keepAliveTimeout = keepAliveTimeout;
    this.whenEnded = once(this.server, 'close');
  }

  /** Returns the port in use; 0 takes any free one. */
  async listen(port: number, host: string): Promise<number> {
    this.server.listen({ port, host });
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Routes requests other than those of senders to `rest` from now on. */
  handOver(rest: RequestListener): void {
    this.rest = rest;
  }

  use({ cert, key }: Certificate): void {
    (this.server as SecureServer).setSecureContext({ cert, key });
  }

  /**
   * Stops accepting connections. Resolves when the last one is closed: requests in progress may finish, idle connections are closed
   * so that they don’t delay the end.
   */
  async close(): Promise<void> {
    this.server.close();
    const impatient = setTimeout(() => this.server.closeAllConnections(), finishing);
    await this.whenEnded;
    clearTimeout(impatient);
  }
}
