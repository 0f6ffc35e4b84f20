import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '@tocsin/contracts/refusals.js';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { CliRefused } from './cli-refused.js';

export interface ServerAddress {
  readonly url: string;
  readonly token: string;
  /** The certificate of an https server: trusted here, whatever its issuer and host name. */
  readonly certificate?: string;
}

export interface ServerResponse<B> {
  readonly status: number;
  readonly body: B;
}

/** The address and token that a running server has left in its data folder. Undefined when there are none, or they can’t be read. */
export const readServerAddress = (data: string): ServerAddress | undefined => {
  try {
    return JSON.parse(readFileSync(join(data, 'operator.token'), 'utf8')) as ServerAddress;
  } catch {
    return undefined;
  }
};

/** A GET or POST to that server. */
export const reach = ({ url, certificate }: ServerAddress, path: string, init: RequestInit = {}): Promise<Response> => {
  if (certificate === undefined) return fetch(`${url}${path}`, init);
  const connect = { ca: certificate, allowPartialTrustChain: true, checkServerIdentity: () => undefined };
  return fetch(`${url}${path}`, { ...init, dispatcher: new Agent({ connect }) });
};

/** The server that holds a data folder, called as its operator. */
export class RunningServer {
  constructor(private readonly address: ServerAddress) {}

  /** Throws CliRefused when the server has left no address. */
  static of(data: string, refusalText = folderInUseText(data)): RunningServer {
    const stored = readServerAddress(data);
    if (stored) return new RunningServer(stored);
    throw new CliRefused(refusalText);
  }

  get url(): string {
    return this.address.url;
  }

  /** Throws CliRefused when it can’t be reached. */
  async ask<B>(method: 'GET' | 'POST', path: string, body?: object): Promise<ServerResponse<B>> {
    const headers = { authorization: `Bearer ${this.address.token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    try {
      const answer = await reach(this.address, path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      return { status: answer.status, body: (await answer.json()) as B };
    } catch (error) {
      const reason = error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);
      throw new CliRefused(`The server at ${this.url} does not answer: ${reason}. Is it running, and on this machine?`, { cause: error });
    }
  }
}

const folderInUseText = (data: string): string =>
  `Another program is using ${data}, and operator.token names no running server. Try again once the server has started.`;

/** A refusal as a sentence. */
export const sentenceOf = ({ body }: ServerResponse<unknown>): string => {
  const { detail, todo } = body as Problem;
  return [detail, todo].filter(Boolean).join(' ');
};
