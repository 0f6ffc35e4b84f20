import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import type { RecordWithTtl } from 'node:dns';
import type { DnsQueries } from './dns-queries.js';
import { parseHosts } from './hosts-file.js';
import { NameResolver, type NameResolverOptions } from './name-resolver.js';
import { OutgoingHttp } from './outgoing.js';

const failWith = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
const noHosts = async () => new Map<string, readonly string[]>();

/** Name servers that answer as `four` and `six` say. Counts the questions. */
class FakeQueries implements DnsQueries {
  asked = 0;
  constructor(
    public four: () => Promise<readonly RecordWithTtl[]> = () => failWith('ENODATA'),
    public six: () => Promise<readonly RecordWithTtl[]> = () => failWith('ENODATA'),
  ) {}
  resolve4(): Promise<readonly RecordWithTtl[]> {
    this.asked += 1;
    return this.four();
  }
  resolve6(): Promise<readonly RecordWithTtl[]> {
    return this.six();
  }
  cancel(): void {}
}
const address =
  (text: string, ttl = 60): (() => Promise<readonly RecordWithTtl[]>) =>
  async () => [{ address: text, ttl }];
const unknownToSystem: LookupFunction = (_host, _options, callback) =>
  callback(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), []);
const resolver = (options: NameResolverOptions) => new NameResolver({ hosts: noHosts, system: unknownToSystem, ...options });
const codeOf = (looking: Promise<unknown>) =>
  looking.then(
    () => 'found',
    (error: { code?: string }) => error.code,
  );

/** Time that the test moves. */
class MovedTime {
  private time = 0;
  private calls: { readonly at: number; readonly call: () => void }[] = [];
  now(): number {
    return this.time;
  }
  after(ms: number, call: () => void): () => void {
    const entry = { at: this.time + ms, call };
    this.calls.push(entry);
    return () => void (this.calls = this.calls.filter((one) => one !== entry));
  }
  move(ms: number): void {
    this.time += ms;
    const due = this.calls.filter(({ at }) => at <= this.time);
    this.calls = this.calls.filter(({ at }) => at > this.time);
    for (const { call } of due) call();
  }
}

describe('the names of outgoing calls', () => {
  it('are resolved while a name server answers none of forty names that somebody typed', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1');
    await once(silent, 'listening');
    let questions = 0;
    const allAsked = new Promise<void>((resolve) => silent.on('message', () => void ((questions += 1) === 80 && resolve())));
    const queries = new Resolver({ timeout: 60_000, tries: 1 });
    queries.setServers([`127.0.0.1:${silent.address().port}`]);
    const phone = createServer((_request, response) => response.end('rung'));
    await once(phone.listen(0, '127.0.0.1'), 'listening');
    const http = new OutgoingHttp({
      allowLoopback: true,
      typedNames: resolver({ queries, lookupMs: 60_000 }),
      names: resolver({ queries: new FakeQueries(address('127.0.0.1')) }),
    });
    const typed = Array.from({ length: 40 }, (_none, n) => http.checkAddress(`https://name-${n}.example/`));
    await allAsked;
    const { port } = phone.address() as AddressInfo;
    expect((await http.post(`http://hooks.example:${port}/`, { deadlineMs: 5_000 })).body).toBe('rung');
    http.close();
    expect(await Promise.all(typed)).toEqual(Array.from({ length: 40 }, () => ({ ok: true })));
    phone.close();
    silent.close();
  });

  it('end after their time, when no name server answers', async () => {
    const monotonic = new MovedTime();
    const never = new Promise<never>(() => {});
    const looking = resolver({
      queries: new FakeQueries(
        () => never,
        () => never,
      ),
      monotonic,
      lookupMs: 3_000,
    }).resolve('hooks.example');
    await new Promise(setImmediate);
    monotonic.move(3_000);
    expect(await codeOf(looking)).toBe('ETIMEOUT');
  });

  it('have the addresses of both families, and those of one if the other has none', async () => {
    const both = resolver({ queries: new FakeQueries(address('192.0.2.1'), address('2001:db8::1')) });
    expect((await both.resolve('Hooks.Example.')).map((one) => one.address)).toEqual(['192.0.2.1', '2001:db8::1']);
    const one = resolver({ queries: new FakeQueries(() => failWith('ENODATA'), address('2001:db8::1')) });
    expect(await one.resolve('hooks.example')).toEqual([{ address: '2001:db8::1', family: 6 }]);
  });

  it('wait only shortly for a family that is not answered', async () => {
    const queries = new FakeQueries(address('192.0.2.1'), () => new Promise<never>(() => {}));
    expect(await resolver({ queries }).resolve('hooks.example')).toEqual([{ address: '192.0.2.1', family: 4 }]);
  });

  it('are those of the machine’s own file before those of a name server', async () => {
    const hosts = async () => parseHosts('# own names\n10.0.0.7\thooks.example Hooks # inside\nnonsense here\n');
    const resolve = resolver({ hosts, queries: new FakeQueries(address('192.0.2.1')) });
    expect(await resolve.resolve('hooks.example')).toEqual([{ address: '10.0.0.7', family: 4 }]);
    expect(await resolve.resolve('hooks')).toEqual([{ address: '10.0.0.7', family: 4 }]);
    expect((await resolve.resolve('localhost')).map((one) => one.address)).toEqual(['127.0.0.1', '::1']);
  });

  it('are asked of the operating system only where no name server knows them, one at a time', async () => {
    const waiting: (() => void)[] = [];
    const system: LookupFunction = (_host, _options, callback) =>
      void waiting.push(() => callback(null, [{ address: '10.0.0.7', family: 4 }]));
    const inside = resolver({
      system,
      queries: new FakeQueries(
        () => failWith('ENOTFOUND'),
        () => failWith('ENOTFOUND'),
      ),
    });
    const looking = ['ntfy', 'gotify', 'matrix'].map((host) => inside.resolve(host));
    for (let answered = 0; answered < 3; answered += 1) {
      while (waiting.length === answered) await new Promise(setImmediate);
      await new Promise(setImmediate);
      expect(waiting).toHaveLength(answered + 1);
      waiting[answered]!();
    }
    expect(await Promise.all(looking)).toHaveLength(3);
    const silent = resolver({
      system,
      queries: new FakeQueries(
        () => failWith('ETIMEOUT'),
        () => failWith('ETIMEOUT'),
      ),
    });
    expect(await codeOf(silent.resolve('hooks.example'))).toBe('ETIMEOUT');
    expect(waiting).toHaveLength(3);
  });
});

describe('a name that was resolved', () => {
  it('is asked for again when its time is over, and keeps its addresses while its name server is silent', async () => {
    const monotonic = new MovedTime();
    const queries = new FakeQueries(address('192.0.2.1', 60));
    const names = resolver({ queries, monotonic });
    const resolve = async () => (await names.resolve('hooks.example'))[0]?.address;
    const settled = async (looking: Promise<string | undefined>) => {
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
      monotonic.move(250);
      return looking;
    };
    expect([await settled(resolve()), await resolve(), queries.asked]).toEqual(['192.0.2.1', '192.0.2.1', 1]);
    monotonic.move(61_000);
    queries.four = queries.six = () => failWith('ETIMEOUT');
    expect([await resolve(), await resolve(), queries.asked]).toEqual(['192.0.2.1', '192.0.2.1', 2]);
    monotonic.move(31_000);
    queries.four = address('192.0.2.9');
    expect([await settled(resolve()), queries.asked]).toEqual(['192.0.2.9', 3]);
    monotonic.move(61_000);
    queries.four = queries.six = () => failWith('ENOTFOUND');
    expect(await codeOf(names.resolve('hooks.example'))).toBe('ENOTFOUND');
  });

  it('is asked for once, however many calls wait for it', async () => {
    const queries = new FakeQueries(address('192.0.2.1'));
    const names = resolver({ queries });
    await Promise.all(Array.from({ length: 20 }, () => names.resolve('hooks.example')));
    expect(queries.asked).toBe(1);
  });
});
