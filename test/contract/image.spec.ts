// contract: full
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@tocsin/testing/stage/client.js';
import { Image } from '@tocsin/testing/machine/image.js';

// No container engine runs where these tests do: the files of the image are assembled without one, and started as it would start them.
describe('what the image holds', () => {
  const image = new Image();
  let folder: string;
  let app: string;
  let environment: NodeJS.ProcessEnv;
  let server: ChildProcess | undefined;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tocsin-image-'));
    app = join(folder, 'app');
    mkdirSync(join(folder, 'context'));
    image.build(join(folder, 'context'), app);
    // compiled code is stored once the server is ready: beside the program it would come and go between the files that are counted
    const stores = { TOCSIN_DATA: join(folder, 'data'), NODE_COMPILE_CACHE: join(folder, 'compiled') };
    environment = { PATH: process.env['PATH'], ...image.environment, ...stores, HOST: '127.0.0.1', PORT: '0' };
    [server, url] = await startImage();
    environment['PORT'] = new URL(url).port;
  });
  afterAll(async () => {
    if (server?.kill()) await once(server, 'close');
    rmSync(folder, { recursive: true });
  });

  const startImage = async (): Promise<readonly [ChildProcess, string]> => {
    const [, ...args] = image.command;
    const child = spawn(process.execPath, args, { cwd: app, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const listens = new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const match = /listens on (http:\/\/\S+)/.exec(output);
        if (match) resolve(match[1]!.replace('localhost', '127.0.0.1'));
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('close', () => reject(new Error(output)));
    });
    return [child, await listens];
  };
  const runInImage = (words: readonly string[]): string =>
    execFileSync(process.execPath, words.slice(1), { cwd: app, env: environment, encoding: 'utf8', stdio: 'pipe' });

  it('is the bundle, the web and the two packages with binaries for this system', () => {
    expect(readdirSync(app).toSorted()).toEqual(['LICENSE', 'dist', 'node_modules', 'package.json']);
    expect(readdirSync(join(app, 'dist')).toSorted()).toEqual(['server', 'web']);
    expect(readdirSync(join(app, 'node_modules')).toSorted()).toEqual(['@node-rs', 'better-sqlite3']);
    const bytes = globSync('**/*', { cwd: app }).reduce((sum, path) => sum + statSync(join(app, path)).size, 0);
    expect(bytes).toBeLessThan(40 * 1024 * 1024);
  });

  it('has nothing that only tests start', () => {
    const programs = globSync('dist/**/*.{js,mjs}', { cwd: app });
    expect(programs).toContain(join('dist', 'server', 'start.js'));
    expect(programs.filter((path) => /host|environment/.test(path))).toEqual([]);
    const programsNamingHosts = programs.filter((path) =>
      /server-hosts?\.mjs|startHostedServer/.test(readFileSync(join(app, path), 'utf8')),
    );
    expect(programsNamingHosts).toEqual([]);
  });

  it('says whose packages are in the bundle and in the web, each with its licence', () => {
    const readNotices = (program: string) => readFileSync(join(app, 'dist', program, 'third-party.md'), 'utf8');
    expect(readNotices('server')).toMatch(/^## fastify \d+\.\d+\.\d+ \(MIT\)\n\n```text\n[^`]*The Fastify team/m);
    expect(readNotices('server')).toMatch(/^## @eventstore\/db-client .*\(Apache-2\.0\)/m);
    expect(readNotices('web')).toMatch(/^## react-dom - \d+\.\d+\.\d+ \(MIT\)/m);
  });

  it('is set up, keeps a password, and serves its screens and their rows', async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toContain('<title>Tocsin</title>');
    const body = JSON.stringify({ organisation: 'Acme', name: 'Ana', email: 'ana@example.org', password: 'correct horse battery' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/setup`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    const { token, personId } = (await answer.json()) as { token: string; personId: string };
    const ana = new Client(url, token, personId);
    await ana.run('CreateTeam', { name: 'Payments' });
    expect(await ana.list('teams')).toHaveLength(2);
  });

  it('is healthy to its own check, and to its operator', () => {
    runInImage(image.healthCheck);
    expect(runInImage(['node', 'dist/server/tocsin.js', 'doctor'])).toContain('No problems found');
  });
});
