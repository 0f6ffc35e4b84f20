// contract: full, it is about the hosts of servers that tests use, which change rarely
import { story } from '@tocsin/testing/stage/story.js';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProcessEnd, HostedProcess } from '@tocsin/testing/stage/running.js';
import { Tocsin, type StartOptions } from '@tocsin/testing/stage/tocsin.js';

interface OpenHandles {
  readonly files: number;
  readonly listeners: readonly string[];
}

/** Output of servers-that-end.mjs. */
interface LeftoverHandles {
  readonly isInMemory: boolean;
  readonly pending: readonly string[];
  readonly before: OpenHandles;
  readonly after: OpenHandles;
}

interface ServerHosts {
  startServer(
    order: { readonly env: object; readonly flags: readonly string[]; readonly module: string; readonly goneWithin?: number },
    hear: (text: string) => void,
  ): HostedProcess;
  throwFaults(): void;
}

/** The process that a server runs in, as its data folder names it. */
const processOf = ({ data }: Tocsin): number => (JSON.parse(readFileSync(join(data, 'lock'), 'utf8')) as { pid: number }).pid;

/** Names of the threads of a process. One that ends meanwhile has none. */
const threadsOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/task`).map((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').trim();
    } catch {
      return '';
    }
  });

describe('a server of a test', () => {
  const startedServers: Tocsin[] = [];
  const start = async (options: StartOptions = {}): Promise<Tocsin> => {
    const tocsin = await Tocsin.start({ profile: 'embedded', ...options });
    startedServers.push(tocsin);
    return tocsin;
  };
  afterEach(async () => {
    for (const tocsin of startedServers.splice(0)) await tocsin.end();
  });

  it('has data and output of its own', async () => {
    const first = await start();
    await first.setUp();
    await first.stop();
    const second = await start();
    await second.waitForOutput(/Set it up at/);
    expect(second.output()).not.toContain(first.data);
    expect(first.output()).not.toContain(second.data);
  });

  it('runs in one process after another, and beside another one in a second process', async () => {
    const first = await start();
    const pid = processOf(first);
    expect(processOf(await start())).not.toBe(pid);
    await first.stop();
    expect(processOf(await start())).toBe(pid);
  });

  it('is killed with its process, and goes on with its data in another one', async () => {
    const killedServer = await start();
    const [pid, { owner }] = [processOf(killedServer), await killedServer.setUp()];
    const restarted = await killedServer.restart('SIGKILL');
    startedServers.push(restarted);
    expect(processOf(restarted)).not.toBe(pid);
    expect(await restarted.signIn('Ana')).toMatchObject({ personId: owner.personId });
  });

  it('has a process of its own in real time, with variables of Node, or where the test asks for it', async () => {
    const pid = processOf(await start());
    await startedServers[0]!.stop();
    for (const options of [{ hasRealClock: true }, { env: { NODE_NO_WARNINGS: '1' } }, { isOwnProcess: true }] as const) {
      const ownServer = await start(options);
      expect(processOf(ownServer)).not.toBe(pid);
      await ownServer.stop();
    }
    expect(processOf(await start())).toBe(pid);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('keeps its views, its search and reads of the past on threads of their own, or on its only one where it is light', async () => {
    const threadsAfterSetUp = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const tocsin = await start({ env });
      const { owner } = await tocsin.setUp();
      await tocsin.settle();
      expect(await owner.list('people')).toHaveLength(1);
      const { body: found } = await owner.request<{ events: readonly unknown[]; head: number }>(
        'GET',
        `/api/events?about=${owner.personId}&q=ana`,
      );
      const { body: past } = await owner.request<{ rows: readonly unknown[] }>('GET', `/api/views/people?at=${found.head}`);
      expect([past.rows.length, found.events.length > 0]).toEqual([1, true]);
      expect(await owner.request('GET', '/api/views/people?at=2&cursor=none')).toMatchObject({ body: { code: 'request.bad_cursor' } });
      const names = threadsOf(processOf(tocsin));
      await tocsin.stop();
      return names.filter((name) => ['projector', 'keys', 'search', 'past reads'].includes(name));
    };
    expect(await threadsAfterSetUp({ TOCSIN_THREADS: 'several' })).toEqual(expect.arrayContaining(['projector', 'search', 'past reads']));
    expect(await threadsAfterSetUp({ TOCSIN_THREADS: 'one', TOCSIN_ENDS_LOOPS_AFTER: '0' })).toEqual([]);
  });

  it('says what to do where it can’t do what a process can', async () => {
    const tocsin = await start();
    expect(() => tocsin.sendSignal('SIGHUP')).toThrow('SIGHUP needs a process: start this server with isOwnProcess: true');
  });

  it('that can’t start says why, and ends as a process would', async () => {
    const tocsin = await start();
    await expect(Tocsin.start({ profile: 'embedded', data: tocsin.data })).rejects.toThrow(/ended with 1:\n.*is in use by process \d+/);
    await expect(Tocsin.start({ profile: 'embedded', env: { TOCSIN_URL: 'nothing' } })).rejects.toThrow(/ended with 1:\nTOCSIN_URL is not/);
  });
});

describe('a server that has ended', () => {
  it('has nothing open, comes back to nothing, and is not kept in memory', () => {
    const listedHandles = execFileSync(process.execPath, ['--expose-gc', resolve('test/contract/servers-that-end.mjs')], {
      encoding: 'utf8',
      timeout: 240_000,
    });
    const { isInMemory, pending, before, after } = JSON.parse(listedHandles) as LeftoverHandles;
    expect({ isInMemory, pending }).toEqual({ isInMemory: false, pending: [] });
    expect(after.files).toBeLessThanOrEqual(before.files);
    expect(after.listeners).toEqual(before.listeners);
  });
});

// Simulates faults that our server does not have: the module with which a process starts servers
story('a process of servers', (chapter) => {
  let folder: string;
  let hosts: ServerHosts;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tocsin-hosts-'));
    hosts = (await import(resolve('scripts/env/server-hosts.mjs'))) as ServerHosts;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A module whose server does this when it starts, and that when it is closed. */
  const writeModule = (name: string, startCode: string, closeCode = ''): string => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(
      file,
      `export class StartRefused extends Error {}
       export const startTocsin = async ({ env }) => {
         ${startCode}
         return { whenLost: new Promise(() => {}), noteUnhandled: (error) => console.error('noted', error.message), close: async () => { ${closeCode} } };
       };`,
    );
    return file;
  };
  const runServer = async (module: string, endTimeoutMs?: number): Promise<{ readonly output: string; readonly end: ProcessEnd }> => {
    let output = '';
    const hostedServer = hosts.startServer(
      { env: {}, flags: [], module, ...(endTimeoutMs && { goneWithin: endTimeoutMs }) },
      (text) => (output += text),
    );
    hostedServer.stop();
    return { end: await hostedServer.ended, output };
  };

  chapter('fails the test whose server leaves something open', async () => {
    const { output, end } = await runServer(writeModule('open', 'setInterval(() => {}, 1_000)'), 100);
    expect(output).toContain('a server that has ended left this open: Timeout');
    expect(end.code).toBe(1);
    expect(() => hosts.throwFaults()).toThrow('did not stop when asked: a server that has ended left this open: Timeout');
  });

  chapter('fails the test whose server starts and then ends by itself', async () => {
    const module = writeModule('crashes', 'console.log("listens on nothing"); setTimeout(() => { throw new Error("crashed"); }, 20)');
    const hostedServer = hosts.startServer({ env: {}, flags: [], module }, () => {});
    expect(await hostedServer.ended).toMatchObject({ code: 1 });
    expect(() => hosts.throwFaults()).toThrow(/a server ended by itself: (.|\n)*crashed/);
  });

  chapter('ends a server that does not start because of what no code of it has handled', async () => {
    const module = writeModule('lost', 'Promise.reject(new Error("lost")); await new Promise(() => {})');
    let output = '';
    const hostedServer = hosts.startServer({ env: {}, flags: [], module }, (text) => (output += text));
    expect(await hostedServer.ended).toMatchObject({ code: 1 });
    expect(output).toContain('Error: lost');
  });

  chapter('has a server note what no code of it has handled', async () => {
    const { output } = await runServer(writeModule('unhandled', '', 'Promise.reject(new Error("lost")); await new Promise(setImmediate)'));
    expect(output).toBe('noted lost\n');
  });

  chapter('fails the next test for what comes after the end', async () => {
    const lateModule = writeModule('late', '', 'setTimeout(() => Promise.reject(new Error("late")), 50).unref()');
    await runServer(lateModule);
    await expect(
      (async () => {
        for (;;) {
          hosts.throwFaults();
          await new Promise(setImmediate);
        }
      })(),
    ).rejects.toThrow(/In the process of an earlier server: (.|\n)*late/);
  });

  chapter('ends when the process that started it is killed', async () => {
    const listens: Server = createServer().listen(0, '127.0.0.1');
    await once(listens, 'listening');
    const { port } = listens.address() as AddressInfo;
    const connects = writeModule(
      'connected',
      `const { connect } = await import('node:net');
       await new Promise((done) => connect(${port}, '127.0.0.1', done));`,
    );
    const parent = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { startServer } from ${JSON.stringify(pathToFileURL(resolve('scripts/env/server-hosts.mjs')).href)};
       startServer({ env: {}, flags: [], module: ${JSON.stringify(connects)} }, () => {});`,
    ]);
    const [socket] = await once(listens, 'connection');
    const closeEvent = once(socket, 'close');
    parent.kill('SIGKILL');
    await closeEvent;
    listens.close();
  });
});
