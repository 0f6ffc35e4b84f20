import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { AddressRule } from './address-rule.js';
import { startDeadline, type EndReason, type Timer } from './deadline.js';
import { createGuardedConnector } from './guarded-connector.js';
import { networkCode, OutgoingFailed } from './outgoing-failed.js';

export interface OutgoingOptions {
  /** The text of TOCSIN_ALLOW_CIDR. */
  readonly allowCidrs?: string;
  /** True with a manual clock. */
  readonly allowLoopback?: boolean;
  /** Resolves names; the machine’s resolver when left out. */
  readonly lookup?: LookupFunction;
  /** The clock for deadlines; real time when left out. */
  readonly timer?: Timer;
}

export interface OutgoingCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Milliseconds for everything: resolving, connecting, sending, and the answer’s last byte. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  /** The most bytes of the answer that are read; 64 KiB when left out. */
  readonly maxBytes?: number;
  /** Configured by an admin: it may be private. */
  readonly isTrusted?: boolean;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** UTF-8, cut at `maxBytes`. */
  readonly body: string;
}

export type AddressVerdict = { readonly ok: true } | { readonly ok: false; readonly code: RefusalCode };

const bodyBytes = 64 * 1_024;
const lookupMs = 3_000;
const privateDetail = 'The address is private, local or reserved. An admin can allow it with the setting TOCSIN_ALLOW_CIDR.';
const addressLiteral = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** All HTTP calls that Tocsin makes. Follows no redirect, keeps no connection, and never exceeds its deadline. */
export class OutgoingHttp {
  private readonly rule: AddressRule;
  private readonly lookup: LookupFunction;
  private readonly timer: Timer | undefined;
  private readonly ending = new AbortController();

  /** Throws a sentence when `allowCidrs` is not a list of networks. */
  constructor(options: OutgoingOptions = {}) {
    this.rule = new AddressRule({ cidrs: options.allowCidrs ?? '', allowLoopback: options.allowLoopback ?? false });
    this.lookup = options.lookup ?? systemLookup;
    this.timer = options.timer;
  }

  /** POSTs `body`. Returns the answer with any status; throws `OutgoingFailed` when there is none. */
  async post(url: string, call: OutgoingCall): Promise<OutgoingAnswer> {
    return this.call('POST', url, call);
  }

  /** GETs. Returns the answer with any status; throws `OutgoingFailed` when there is none. */
  async get(url: string, call: OutgoingCall): Promise<OutgoingAnswer> {
    return this.call('GET', url, call);
  }

  /** Whether an ordinary user may use this address. A name that does not resolve now passes: it is checked again at each call. */
  async checkAddress(url: string): Promise<AddressVerdict> {
    if (!URL.canParse(url)) return { ok: false, code: 'request.invalid' };
    const parsedUrl = new URL(url);
    if (parsedUrl.protocol !== 'http:' && parsedUrl.protocol !== 'https:') return { ok: false, code: 'request.invalid' };
    const host = addressLiteral(parsedUrl);
    const addresses = isIP(host) === 0 ? await this.resolve(host) : [host];
    return addresses.every((ip) => this.rule.allows(ip)) ? { ok: true } : { ok: false, code: 'outgoing.private_address' };
  }

  /** Ends calls in progress with `delivery.outcome_unknown`, and refuses new ones. */
  close(): void {
    this.ending.abort();
  }

  private async resolve(host: string): Promise<string[]> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve([]), lookupMs);
      this.lookup(host, { all: true }, (error, foundAddresses) => {
        clearTimeout(timer);
        const all = Array.isArray(foundAddresses) ? foundAddresses.map(({ address }) => address) : [foundAddresses];
        resolve(error ? [] : all);
      });
    });
  }

  /**
   * Uses a new client for each call: a kept connection that the other side has just closed would lose a page, and destroying the
   * client ends the call in any phase.
   */
  private async call(method: Dispatcher.HttpMethod, url: string, call: OutgoingCall): Promise<OutgoingAnswer> {
    const limit = startDeadline(call.deadlineMs, [this.ending.signal, call.signal], this.timer);
    let client: Client | undefined;
    try {
      const { origin, path, headers } = splitUrl(url);
      client = new Client(origin, {
        connect: createGuardedConnector(call.isTrusted ? null : this.rule, this.lookup, call.deadlineMs),
        pipelining: 0,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      // undici only observes a request's own signal once it is connected
      limit.onEnd(() => void client?.destroy());
      const answer = await client.request({ method, path, headers: { ...headers, ...call.headers }, body: call.body ?? null });
      return { status: answer.statusCode, headers: answer.headers, body: await read(answer.body, call.maxBytes ?? bodyBytes) };
    } catch (error) {
      throw toFailure(error, limit.because(), call);
    } finally {
      limit.clear();
      await client?.destroy();
    }
  }
}

const toFailure = (error: unknown, because: EndReason | null, call: OutgoingCall): OutgoingFailed => {
  const code = networkCode(error);
  if (because === 'deadline' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new OutgoingFailed('delivery.timeout', `No answer within ${call.deadlineMs / 1_000} s.`);
  }
  if (because === 'given_up') return new OutgoingFailed('delivery.outcome_unknown', 'The call was cancelled.');
  if (code === 'TOCSIN_PRIVATE_ADDRESS') return new OutgoingFailed('delivery.private_address', privateDetail, false);
  return new OutgoingFailed('delivery.provider_unreachable', code);
};

const read = async (stream: AsyncIterable<Buffer>, most: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most).toString('utf8');
};

/** Splits an address; `https://name:password@host/` means basic authentication. */
const splitUrl = (url: string): { origin: string; path: string; headers: Record<string, string> } => {
  const { origin, pathname, search, username, password } = new URL(url);
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers: Record<string, string> = username === '' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  return { origin, path: `${pathname}${search}`, headers };
};
