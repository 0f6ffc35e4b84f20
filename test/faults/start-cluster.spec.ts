import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ItemCollector } from '@tocsin/testing/await-items.js';
import { EventStoreNode } from '@tocsin/testing/eventstore-node/eventstore-node.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { postgresForTests, type PostgresServer } from '@tocsin/testing/machine/postgres-server.js';

/** Runs what an operator types in a clone, and reads the output. */
class ManualServer {
  readonly lines = new ItemCollector<string>('line');
  private readonly child: ChildProcess;

  constructor(env: Readonly<Record<string, string>>) {
    const { NODE_OPTIONS: _, ...inherited } = process.env;
    this.child = spawn('npm', ['run', '--silent', 'start:cluster'], {
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // npm is not the server: the process group ends together
      detached: true,
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.on('data', (chunk: Buffer) =>
        chunk
          .toString()
          .split('\n')
          .filter(Boolean)
          .forEach((line) => this.lines.add(line)),
      );
    }
  }

  waitForOutput(pattern: RegExp): Promise<string> {
    return this.lines.waitFor((line) => pattern.test(line));
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const closeEvent = once(this.child, 'close');
    process.kill(-this.child.pid!, 'SIGTERM');
    await closeEvent;
  }
}

describe('npm run start:cluster where neither store is there', () => {
  let folder: string;
  let startedServer: ManualServer;
  let postgres: PostgresServer | undefined;
  let node: EventStoreNode | undefined;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'tocsin-'))));
  afterAll(async () => {
    await startedServer.end();
    node?.kill();
    await postgres?.stop();
    rmSync(folder, { recursive: true });
  });

  it('says which one is missing, why and what to do, tries again by itself, and takes signals once both are there', async () => {
    const [eventStorePort, postgresPort] = [await freePort(), await freePort()];
    startedServer = new ManualServer({
      TOCSIN_DATA: join(folder, 'data'),
      TOCSIN_EVENTSTORE: `esdb://127.0.0.1:${eventStorePort}?tls=false`,
      TOCSIN_POSTGRES: `postgres://tocsin:tocsin@127.0.0.1:${postgresPort}/postgres`,
      TOCSIN_LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: '0',
    });
    expect(await startedServer.waitForOutput(/^PostgreSQL/)).toBe(
      `PostgreSQL at 127.0.0.1:${postgresPort} can’t be reached: connect ECONNREFUSED 127.0.0.1:${postgresPort}; trying again in 1 s. ` +
        'Start it with “docker compose up postgres”, or see docs/guide/cluster.md.',
    );
    postgres = await postgresForTests({ port: postgresPort });
    await startedServer.waitForOutput(/^PostgreSQL .* answers now\.$/);
    expect(await startedServer.waitForOutput(/^EventStoreDB/)).toMatch(
      new RegExp(
        `^EventStoreDB at 127\\.0\\.0\\.1:${eventStorePort} can’t be reached: .*ECONNREFUSED.*; trying again in 1 s\\. ` +
          'Start it with “docker compose up eventstore”, or see docs/guide/cluster\\.md\\.$',
      ),
    );
    node = await EventStoreNode.start({ port: eventStorePort });
    await startedServer.waitForOutput(/^EventStoreDB .* answers now\.$/);
    const listens = await startedServer.waitForOutput(/listens on/);
    const url = /http:\/\/localhost:\d+/.exec(listens)![0].replace('localhost', '127.0.0.1');

    const owner = { organisation: 'Acme', name: 'Ana', email: 'ana@example.org', password: 'correct horse battery' };
    const { address } = (await (await post(`${url}/api/setup`, owner)).json()) as { address: string };
    const signal = await post(new URL(new URL(address).pathname, url), alertmanagerMessage('firing', [{ name: 'DiskFull' }]));
    expect(signal.status).toBe(202);
    expect(node.log.records.filter(({ type }) => type === 'SignalReceived')).toHaveLength(1);
  });
});

const post = (url: URL | string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
