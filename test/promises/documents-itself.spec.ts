import { execFile, spawnSync, type ExecFileOptions } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { refusals } from '@tocsin/contracts/refusals.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

/** What a program writes. It is waited for without standing still: on a cluster this process has the log, too. */
const outputOf = async (program: string, args: readonly string[], options: ExecFileOptions): Promise<string> =>
  (await promisify(execFile)(program, args, { ...options, encoding: 'utf8' })).stdout;

let tocsin: Tocsin;
beforeAll(async () => {
  tocsin = await Tocsin.start();
  await tocsin.settle();
});
afterAll(() => tocsin.stop());

const read = async (path: string): Promise<string> => {
  const answer = await fetch(new URL(path, tocsin.url));
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, expect.stringContaining('text/html')]);
  return answer.text();
};
const linksIn = (html: string): readonly string[] => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!);

it('serves its guide and its reference, and every link in them leads somewhere', async () => {
  expect(await read('/api/docs')).toContain('Automate the set-up');
  const pages = new Map<string, string>();
  const open = ['/docs'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue;
    const html = await read(path);
    pages.set(path, html);
    open.push(...linksIn(html).flatMap((href) => (href.startsWith('/docs') ? [href.replace(/#.*/, '')] : [])));
  }
  expect(pages.size).toBeGreaterThan(15);
  // screenshots are not in the build: a picture would be a broken one
  expect([...pages].filter(([, html]) => html.includes('<img')).map(([from]) => from)).toEqual([]);
  const dead = [...pages].flatMap(([from, html]) =>
    linksIn(html)
      .filter((href) => href.includes('#') && /^[/#]/.test(href))
      .filter((href) => {
        const [path, anchor] = href.split('#');
        return !pages.get(path || from)!.includes(` id="${anchor}"`);
      })
      .map((href) => `${from}: ${href}`),
  );
  expect(dead).toEqual([]);
});

it('answers a page that is not there as what it is', async () => {
  expect((await fetch(new URL('/docs/nonsense', tocsin.url))).status).toBe(404);
  expect((await fetch(new URL('/docs/..%2findex', tocsin.url))).status).toBe(404);
});

it('says with every refusal where it is explained', async () => {
  const answer = await fetch(new URL('/api/views/alertGroups', tocsin.url));
  const { type, code } = (await answer.json()) as { type: string; code: string };
  expect(type).toBe(`/docs/refusals#${code}`);
  const html = await read(type);
  expect(Object.keys(refusals).filter((refusalCode) => !html.includes(`<tr id="${refusalCode}">`))).toEqual([]);
});

it('sets up a team by the program of its guide, which may run twice', async () => {
  const { owner } = await tocsin.setUp();
  const { says } = await owner.run('IssueServiceToken', {
    name: 'Set-up',
    scopes: ['read', 'configure', 'teams.create', 'people.invite'],
    teamId: null,
  });
  const [, program] = /```js\n(.*?)```/s.exec(readFileSync('docs/guide/automate.md', 'utf8'))!;
  const run = (): Promise<string> =>
    outputOf(process.execPath, ['--input-type=module', '--eval', program!], {
      env: { ...process.env, URL: tocsin.url, TOKEN: String(says.token) },
    });
  const docsOutput = await run();
  expect(docsOutput).toMatch(/^Checkout takes alerts at http.*\nBo joins at http/);
  expect(await run()).toBe(docsOutput);
  expect(await owner.list('services')).toHaveLength(2);
});

const canCurl = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);
if (!canCurl) sayNotRun('the commands of the README: they need bash and curl');

(canCurl ? it : it.skip)('does in five minutes what its README says, with curl', async () => {
  const freshServer = await Tocsin.start();
  try {
    const [, part] = /\n## Five minutes with curl\n(.*?)\n## /s.exec(readFileSync('README.md', 'utf8'))!;
    const blocks = [...part!.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!.replace(/^URL=.*$/m, `URL=${freshServer.url}`));
    const cwd = mkdtempSync(join(tmpdir(), 'tocsin-readme-'));
    // whoever types them is slower than the server
    const settle = `curl -s -o settled.json "$URL/test/clock" -H "$JSON" -d '{"advance": "PT0S"}'\n`;
    const docsOutput = await outputOf('bash', ['-e', '-o', 'pipefail', '-c', blocks.join(settle)], { cwd });
    expect(docsOutput).not.toContain('"status":4');
    await freshServer.settle();
    const { token, personId } = JSON.parse(readFileSync(join(cwd, 'setup.json'), 'utf8')) as { token: string; personId: string };
    const groups = await new Client(freshServer.url, token, personId).list('alertGroups');
    expect(groups.map(({ title, status }) => [title, status]).toSorted()).toEqual([
      ['Payments are slow', 'resolved'],
      ['The disk of db-1 is full', 'acknowledged'],
      ['The load of db-2 is high', 'firing'],
    ]);
  } finally {
    await freshServer.stop();
  }
});
