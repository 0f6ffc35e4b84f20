import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import PQueue from 'p-queue';
import { LRUCache } from 'lru-cache';
import { systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';
import { LookupFailed, lookupCodeOf, queryBothFamilies, type DnsQueries } from './dns-queries.js';
import { readHosts, type Hosts } from './hosts-file.js';

/** Milliseconds. */
const queryMs = 1_000;
const usualLookupMs = 3_000;
const fresh = { least: 5_000, most: 300_000 };
/** An answer that could not be renewed is used again for `renewAfterFailure`, and for a day in all. */
const renewAfterFailure = 30_000;
const usable = 86_400_000;
const namesKept = 1_000;

const timeouts = new Set(['ETIMEOUT', 'ECANCELLED']);
const noSuchName = new Set(['ENOTFOUND', 'ENODATA']);

export interface NameResolverOptions {
  /** Milliseconds for one name. */
  readonly lookupMs?: number;
  readonly queries?: DnsQueries;
  readonly system?: LookupFunction;
  readonly hosts?: () => Promise<Hosts>;
  readonly monotonic?: Pick<MonotonicClock, 'now' | 'after'>;
}

interface KnownName {
  readonly addresses: readonly LookupAddress[];
  readonly freshUntil: number;
  readonly usableUntil: number;
}
type Found = Pick<KnownName, 'addresses'> & { readonly ttl: number };

/**
 * Resolves names by its own queries, which time out. The operating system’s resolver holds a thread of a pool of four until the name server answers, so a
 * few names whose server is silent would stop all other look-ups, hashes and files. It is asked only for names that no name server knows (such as those
 * with a search domain), one at a time. Each resolver has its own queries, cache and queue: what one waits for delays no other.
 */
export class NameResolver {
  private readonly options: Required<NameResolverOptions>;
  private readonly known = new LRUCache<string, KnownName>({ max: namesKept });
  private readonly running = new Map<string, Promise<readonly LookupAddress[]>>();
  /** One name at a time. */
  private readonly systemQueue = new PQueue({ concurrency: 1 });
  private hosts: { readonly names: Promise<Hosts>; readonly until: number } | undefined;

  constructor(options: NameResolverOptions = {}) {
    this.options = {
      lookupMs: usualLookupMs,
      queries: new Resolver({ timeout: queryMs, tries: 2 }),
      system: systemLookup,
      hosts: readHosts,
      monotonic: systemMonotonicClock,
      ...options,
    };
  }

  /** For sockets. */
  readonly lookup: LookupFunction = (hostname, options, callback) => void this.answer(hostname, options, callback);

  /** Rejects with an error that has a code. */
  async resolve(hostname: string): Promise<readonly LookupAddress[]> {
    const host = hostname.toLowerCase().replace(/\.$/, '');
    const known = this.known.get(host);
    if (known && known.freshUntil > this.options.monotonic.now()) return known.addresses;
    const running = this.running.get(host) ?? this.renew(host, known).finally(() => this.running.delete(host));
    this.running.set(host, running);
    return running;
  }

  close(): void {
    this.options.queries.cancel();
  }

  private async answer(hostname: string, options: LookupOptions, callback: Parameters<LookupFunction>[2]): Promise<void> {
    const found = await this.resolve(hostname).catch((error: unknown) => error as Error);
    if (found instanceof Error) callback(found, []);
    else answerLookup(found, options, callback);
  }

  /** A name that can’t be resolved any more keeps its last addresses for a day, unless the answer is that it does not exist. */
  private async renew(host: string, before: KnownName | undefined): Promise<readonly LookupAddress[]> {
    const { monotonic } = this.options;
    try {
      const { addresses, ttl } = await this.withinTime((isOver) => this.find(host, isOver));
      const now = monotonic.now();
      this.known.set(host, { addresses, freshUntil: now + Math.min(Math.max(ttl, fresh.least), fresh.most), usableUntil: now + usable });
      return addresses;
    } catch (error) {
      const now = monotonic.now();
      if (!before || noSuchName.has(lookupCodeOf(error)) || before.usableUntil <= now) throw error;
      this.known.set(host, { ...before, freshUntil: now + renewAfterFailure });
      return before.addresses;
    }
  }

  private withinTime<T>(work: (isOver: () => boolean) => Promise<T>): Promise<T> {
    let isOver = false;
    return new Promise((resolve, reject) => {
      const cancel = this.options.monotonic.after(this.options.lookupMs, () => {
        isOver = true;
        reject(new LookupFailed('ETIMEOUT'));
      });
      work(() => isOver)
        .finally(cancel)
        .then(resolve, reject);
    });
  }

  private async find(host: string, isOver: () => boolean): Promise<Found> {
    const own = (await this.readHosts()).get(host);
    if (own) return { addresses: own.map(toAddress), ttl: fresh.least };
    try {
      const records = await queryBothFamilies(this.options.queries, host, this.options.monotonic);
      return { addresses: records.map(({ address }) => toAddress(address)), ttl: Math.min(...records.map(({ ttl }) => ttl)) * 1_000 };
    } catch (error) {
      // the operating system would wait for the same name server
      if (timeouts.has(lookupCodeOf(error))) throw error;
      return { addresses: await this.askSystem(host, isOver), ttl: fresh.least };
    }
  }

  private readHosts(): Promise<Hosts> {
    const now = this.options.monotonic.now();
    if (!this.hosts || this.hosts.until <= now) this.hosts = { names: this.options.hosts(), until: now + fresh.least };
    return this.hosts.names;
  }

  private askSystem(host: string, isOver: () => boolean): Promise<readonly LookupAddress[]> {
    return this.systemQueue.add(() => {
      if (isOver()) throw new LookupFailed('ETIMEOUT');
      return lookupAll(this.options.system, host);
    });
  }
}

const toAddress = (address: string): LookupAddress => ({ address, family: isIP(address) });

const lookupAll = (lookup: LookupFunction, host: string): Promise<readonly LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found, family) => {
      if (error) return reject(error);
      resolve(Array.isArray(found) ? found : [{ address: found, family: family ?? isIP(found) }]);
    });
  });

const answerLookup = (all: readonly LookupAddress[], options: LookupOptions, callback: Parameters<LookupFunction>[2]): void => {
  const wanted = options.family === 4 || options.family === 6 ? all.filter(({ family }) => family === options.family) : all;
  if (wanted.length === 0) return callback(new LookupFailed('ENOTFOUND'), []);
  if (options.all) return callback(null, [...wanted]);
  callback(null, wanted[0]!.address, wanted[0]!.family);
};
