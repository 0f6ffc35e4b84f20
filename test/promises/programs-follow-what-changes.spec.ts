import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { io } from 'socket.io-client';
import { views } from '@tocsin/contracts/catalogue.js';
import { liveEvents } from '@tocsin/contracts/live-events.js';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const guide = readFileSync('docs/guide/api.md', 'utf8');
const programIn = (language: string): string => new RegExp('```' + language + '\\n(.*?)```', 's').exec(guide)![1]!;

let stage: Stage;
let token: string;
const programs: ChildProcess[] = [];
beforeAll(async () => {
  stage = await Stage.begin();
  const { says } = await stage.ana.api.run('IssuePersonalToken', { name: 'Follower', scopes: ['read'], days: 30 });
  token = String(says.token);
});
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL');
  await stage.close();
});

/** Runs the client of the guide; resolves lines as they come. */
const follow = (after?: number) => {
  const env = { ...process.env, URL: stage.tocsin.url, TOKEN: token, ...(after === undefined ? {} : { AFTER: String(after) }) };
  const program = spawn(process.execPath, ['--input-type=module-typescript', '--no-warnings', '--eval', programIn('ts')], { env });
  programs.push(program);
  let text = '';
  let waiting: readonly { readonly pattern: RegExp; readonly found: (line: string) => void }[] = [];
  const hear = (part: Buffer): void => {
    text += part.toString();
    const asked = waiting;
    waiting = asked.filter(({ pattern }) => !pattern.test(text));
    for (const { pattern, found } of asked) {
      const line = pattern.exec(text)?.[0];
      if (line !== undefined) found(line);
    }
  };
  program.stdout.on('data', hear);
  program.stderr.on('data', hear);
  const waitFor = (pattern: RegExp): Promise<string> =>
    new Promise((found, reject) => {
      waiting = [...waiting, { pattern, found }];
      program.once('exit', () => reject(new Error(`ended: ${text}`)));
      hear(Buffer.alloc(0));
    });
  return { waitFor, stop: () => program.kill('SIGKILL') };
};

it('by the client of the guide, which reads what it missed before', async () => {
  const client = follow();
  const from = Number((await client.waitFor(/watching from \d+/)).split(' ').at(-1));
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  expect(await client.waitFor(/row \d+ alertGroups .*firing/)).toContain('DiskFull');
  client.stop();
  await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
  await stage.settle();
  const later = follow(from);
  expect(await later.waitFor(/missed \d+ AlertGroupOpened/)).toBeDefined();
  expect(await later.waitFor(/missed \d+ AlertGroupResolved/)).toBeDefined();
  await later.waitFor(/watching from \d+/);
  later.stop();
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) sayNotRun('the syntax of the Python client of the guide: it needs python3');

(hasPython ? it : it.skip)('in Python too: its client is a program', () => {
  const { status, stderr } = spawnSync('python3', ['-c', 'import sys; compile(sys.stdin.read(), "live.py", "exec")'], {
    input: programIn('python'),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});

const connect = () => io(stage.tocsin.url, { path: '/live', auth: { token }, transports: ['websocket'], forceNew: true });

it('and a name that is no view is refused by its name, beside those that are', async () => {
  const socket = connect();
  const refusal = (view: string) => ({ view, code: 'request.unknown_view', detail: `There is no view “${view}”.` });
  expect(await socket.emitWithAck('watch', ['nope'])).toMatchObject({ refused: [refusal('nope')] });
  expect(await socket.emitWithAck('watch', ['people', 'alertGroup', 7])).toMatchObject({ refused: [refusal('alertGroup'), refusal('7')] });
  expect(await socket.emitWithAck('watch', 'alertGroups')).not.toHaveProperty('refused');
  expect(await socket.emitWithAck('watch', null)).toMatchObject({ refused: [refusal('null')] });
  expect(await socket.emitWithAck('watch', Object.keys(views))).not.toHaveProperty('refused');
  const many = (await socket.emitWithAck(
    'watch',
    Array.from({ length: 100 }, (_, n) => `x${n}`),
  )) as { refused: readonly unknown[] };
  expect(many.refused).toHaveLength(20);
  socket.disconnect();
});

it('by events whose bodies and answers are as documented', async () => {
  const socket = connect();
  const heard: [string, unknown][] = [];
  socket.onAny((name: string, body: unknown) => heard.push([name, body]));
  const watched: unknown = await socket.emitWithAck('watch', ['alertGroups', 'nope']);
  expect(liveEvents.watch.answer.safeParse(watched).error).toBeUndefined();
  await stage.alertmanager('firing', [{ name: 'LoadHigh' }]);
  await new Promise<void>((resolve) => socket.once('position', () => resolve()));
  socket.disconnect();
  expect(heard.map(([name]) => name)).toEqual(expect.arrayContaining(['row', 'position']));
  for (const [name, body] of heard) {
    const event = liveEvents[name as 'row'];
    expect([name, event.from, event.body.safeParse(body).error]).toEqual([name, 'server', undefined]);
  }
});
