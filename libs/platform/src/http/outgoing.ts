import { isIP } from 'node:net';
import { Agent, Client, type Dispatcher } from 'undici';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { AddressRule } from './address-rule.js';
import { startDeadline, type EndReason, type Timer } from './deadline.js';
import { createGuardedConnector } from './guarded-connector.js';
import { NameResolver } from './name-resolver.js';
import { networkCode, OutgoingFailed } from './outgoing-failed.js';

export interface OutgoingOptions {
  /** The text of TOCSIN_ALLOW_CIDR. */
  readonly allowCidrs?: string;
  /** True with a manual clock. */
  readonly allowLoopback?: boolean;
  /** Resolve the names of calls, and typed names; when left out, each by a resolver of its own. */
  readonly names?: NamesOf;
  readonly typedNames?: NamesOf;
  /** The clock for deadlines; real time when left out. */
  readonly timer?: Timer;
  /** `failure`: null when there was an answer, whatever its status. */
  readonly onResult?: (host: string, failure: OutgoingFailed | null) => void;
}

export type NamesOf = Pick<NameResolver, 'lookup' | 'resolve' | 'close'>;

export interface OutgoingCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Milliseconds for everything: resolving, connecting, sending, and the answer’s last byte. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  /** The most bytes of the answer that are read; 64 KiB when left out. */
  readonly maxBytes?: number;
  /** Configured by an admin: the address may be private. */
  readonly isTrusted?: boolean;
  /** The body of the answer is no text: it is given in base64. */
  readonly isBinary?: boolean;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** UTF-8, or base64 where the call asks for it; cut at `maxBytes`. */
  readonly body: string;
}

export type AddressVerdict = { readonly ok: true } | { readonly ok: false; readonly code: RefusalCode };

const bodyBytes = 64 * 1_024;
/** Milliseconds for a name that a person has just typed. */
const typedLookupMs = 2_000;
const privateDetail = 'The address is private, local or reserved. An admin can allow it with the setting TOCSIN_ALLOW_CIDR.';
const addressLiteral = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** All HTTP calls that Tocsin makes. Follows no redirect, keeps no connection, and never exceeds its deadline. */
export class OutgoingHttp {
  private readonly rule: AddressRule;
  private readonly names: NamesOf;
  private readonly typedNames: NamesOf;
  private readonly timer: Timer | undefined;
  private readonly onResult: OutgoingOptions['onResult'];
  private readonly ending = new AbortController();

  /** Throws a sentence when `allowCidrs` is not a list of networks. */
  constructor(options: OutgoingOptions = {}) {
    this.rule = new AddressRule({ cidrs: options.allowCidrs ?? '', allowLoopback: options.allowLoopback ?? false });
    this.names = options.names ?? new NameResolver();
    this.typedNames = options.typedNames ?? options.names ?? new NameResolver({ lookupMs: typedLookupMs });
    this.timer = options.timer;
    this.onResult = options.onResult;
  }

  /** Returns the answer with any status; throws `OutgoingFailed` when there is none. */
  async post(url: string, call: OutgoingCall): Promise<OutgoingAnswer> {
    return this.call('POST', url, call);
  }

  /** Returns the answer with any status; throws `OutgoingFailed` when there is none. */
  async get(url: string, call: OutgoingCall): Promise<OutgoingAnswer> {
    return this.call('GET', url, call);
  }

  /** Whether an ordinary user may use this address. A name that does not resolve now passes: it is checked again at each call. */
  async checkAddress(url: string): Promise<AddressVerdict> {
    if (!URL.canParse(url)) return { ok: false, code: 'request.invalid' };
    const parsedUrl = new URL(url);
    if (parsedUrl.protocol !== 'http:' && parsedUrl.protocol !== 'https:') return { ok: false, code: 'request.invalid' };
    const host = addressLiteral(parsedUrl);
    const addresses = isIP(host) === 0 ? await this.resolveTyped(host) : [host];
    return addresses.every((ip) => this.rule.allows(ip)) ? { ok: true } : { ok: false, code: 'outgoing.private_address' };
  }

  /** For a library that makes its own connections: they go only where calls may. */
  guard(timeoutMs: number): Dispatcher {
    return new Agent({ connect: createGuardedConnector({ rule: this.rule, lookup: this.names.lookup, timeoutMs, onConnected: () => {} }) });
  }

  /** Ends calls in progress with `delivery.outcome_unknown`, and refuses new ones. */
  close(): void {
    this.ending.abort();
    this.names.close();
    this.typedNames.close();
  }

  private async resolveTyped(host: string): Promise<readonly string[]> {
    const found = await this.typedNames.resolve(host).catch(() => []);
    return found.map(({ address }) => address);
  }

  /**
   * Uses a new client for each call: a kept connection that the other side has just closed would lose a page, and destroying the client ends the call in
   * any phase.
   */
  private async call(method: Dispatcher.HttpMethod, url: string, call: OutgoingCall): Promise<OutgoingAnswer> {
    const host = URL.parse(url)?.host ?? '';
    const limit = startDeadline(call.deadlineMs, [this.ending.signal, call.signal], this.timer);
    let client: Client | undefined;
    let isSent = false;
    try {
      const { origin, path, headers } = splitUrl(url);
      client = new Client(origin, {
        connect: createGuardedConnector({
          rule: call.isTrusted ? null : this.rule,
          lookup: this.names.lookup,
          timeoutMs: call.deadlineMs,
          // a request is written in one piece, as soon as the socket is connected
          onConnected: () => (isSent = true),
        }),
        pipelining: 0,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      // undici only observes a request's own signal once it is connected
      limit.onEnd(() => void client?.destroy());
      const answer = await client.request({ method, path, headers: { ...headers, ...call.headers }, body: call.body ?? null });
      const body = await read(answer.body, call.maxBytes ?? bodyBytes, call.isBinary ? 'base64' : 'utf8');
      this.onResult?.(host, null);
      return { status: answer.statusCode, headers: answer.headers, body };
    } catch (error) {
      const failure = toFailure(error, { because: limit.because(), deadlineMs: call.deadlineMs, isSent });
      this.onResult?.(host, failure);
      throw failure;
    } finally {
      limit.clear();
      await client?.destroy();
    }
  }
}

interface CallEnd {
  readonly because: EndReason | null;
  readonly deadlineMs: number;
  readonly isSent: boolean;
}

const toFailure = (error: unknown, { because, deadlineMs, isSent }: CallEnd): OutgoingFailed => {
  const code = networkCode(error);
  if (because === 'deadline' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new OutgoingFailed('delivery.timeout', `No answer within ${deadlineMs / 1_000} s.`, true, isSent);
  }
  if (because === 'given_up') return new OutgoingFailed('delivery.outcome_unknown', 'The call was cancelled.');
  if (code === 'TOCSIN_PRIVATE_ADDRESS') return new OutgoingFailed('delivery.private_address', privateDetail, false);
  // an answer that is no HTTP: the other side can’t have done what was asked
  return new OutgoingFailed('delivery.provider_unreachable', code, true, isSent && !code.startsWith('HPE_'));
};

const read = async (stream: AsyncIterable<Buffer>, most: number, encoding: 'utf8' | 'base64'): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most).toString(encoding);
};

/** `https://name:password@host/` means basic authentication. */
const splitUrl = (url: string): { origin: string; path: string; headers: Record<string, string> } => {
  const { origin, pathname, search, username, password } = new URL(url);
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers: Record<string, string> = username === '' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  return { origin, path: `${pathname}${search}`, headers };
};
