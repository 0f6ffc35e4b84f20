// cluster: never, it runs on the system clock
import { story } from '@tocsin/testing/stage/story.js';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatusAnswer } from '@tocsin/contracts/http.js';
import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

type Answer = ReportAnswer & { readonly figures: ResponseFigures };

const minute = 60_000;
const startedAt = Date.parse('2026-09-01T06:00:00.000Z');

interface Line {
  /** Milliseconds since 1970; after the opening: milliseconds, or null. */
  readonly openedAt: number;
  readonly acknowledgedMs: number | null;
  readonly resolvedMs: number | null;
}

/** Three weeks of alerts: some unacknowledged, some still open. */
const lines: readonly Line[] = Array.from({ length: 240 }, (_, n) => {
  const resolvedMs = n % 9 === 0 ? null : (10 + ((n * 37) % 170)) * minute;
  const acknowledgedMs = n % 4 === 0 ? null : (1 + ((n * 13) % 9)) * minute;
  return { openedAt: startedAt + n * 121 * minute, acknowledgedMs, resolvedMs };
});

const toTime = (millis: number): string => new Date(millis).toISOString();
const timeAfter = (openedAt: number, millis: number | null): string => (millis === null ? '' : toTime(openedAt + millis));
const table = [
  'Summary,Created,Acked,Closed,Component,Responder,Priority',
  ...lines.map(
    ({ openedAt: opened, acknowledgedMs: acknowledged, resolvedMs: resolved }, n) =>
      `"Disk ""${n}"", full",${toTime(opened)},${timeAfter(opened, acknowledged)},${timeAfter(opened, resolved)},${n % 3 === 0 ? 'Search' : 'Payments'},${n % 2 === 0 ? 'Ana' : 'Bo'},P1`,
  ),
  'No time,soon,,,Payments,Bo,P1',
].join('\n');

/** Computed from the table alone: without events and folds. */
const figuresOf = (all: readonly (number | null)[]) => {
  const took = all.flatMap((one) => one ?? []).toSorted((a, b) => a - b);
  const durationAtRank = (share: number): number => took[Math.ceil(share * took.length) - 1]!;
  const mean = Math.round(took.reduce((sum, one) => sum + one, 0) / took.length);
  const ranks = { p50: durationAtRank(0.5), p90: durationAtRank(0.9), p95: durationAtRank(0.95), max: took.at(-1) };
  return { measured: took.length, missing: all.length - took.length, mean, ...ranks };
};

const place = mkdtempSync(join(tmpdir(), 'tocsin-import-'));
const file = join(place, 'alerts.csv');
const data = join(place, 'history');
const map = 'title=Summary,openedAt=Created,acknowledgedAt=Acked,resolvedAt=Closed,service=Component,person=Responder,severity=Priority';
const importInto = (folder: string) => runCommandLine(['import', '--from', file, '--map', map, '--data', folder], {});
let output: string;
let server: Tocsin;
let owner: Client;

beforeAll(async () => {
  writeFileSync(file, table);
  ({ output } = await importInto(data));
  server = await Tocsin.start({ data, hasRealClock: true });
  const session = { email: 'owner@import.example', password: /with the password (\S+)/.exec(output)![1]! };
  const { body } = await server.anonymous.request<{ token: string; personId: string }>('POST', '/api/session', session);
  owner = new Client(server.url, body.token, body.personId);
});
afterAll(async () => {
  await server.stop();
  rmSync(place, { recursive: true, force: true });
});

it('says which rows were taken, and why one was not', () => {
  expect(output).toContain('241 rows: 240 taken, 1 left out.');
  expect(output).toContain('row 241: import.no_opened_at');
});

story('an import', (chapter) => {
  chapter('reports what the table says by itself', async () => {
    const range = `from=${toTime(startedAt)}&to=${toTime(startedAt + 28 * 24 * 60 * minute)}`;
    const { body } = await owner.request<Answer>('GET', `/api/reports/response?measures=mtta,time_to_resolve&${range}`);
    const { figures } = body;
    const isAcknowledged = ({ acknowledgedMs: acknowledged }: Line): boolean => acknowledged !== null;
    expect(figures).toMatchObject({
      openings: lines.length,
      groups: lines.length,
      acknowledged: lines.filter(isAcknowledged).length,
      escalated: 0,
      stillOpen: lines.filter(({ resolvedMs: resolved }) => resolved === null).length,
    });
    expect(figures.measures.map(({ all }) => all)).toEqual([
      figuresOf(lines.map(({ acknowledgedMs: acknowledged }) => acknowledged)),
      figuresOf(lines.map(({ resolvedMs: resolved }) => resolved)),
    ]);
  });

  chapter('is in a log of its own kind, from which no one is paged', async () => {
    const { body } = await server.anonymous.request<StatusAnswer>('GET', '/api/status');
    expect(body).toMatchObject({ kind: 'import', setUp: true });
    // it works, and says that it sends nothing
    const ready = await server.anonymous.request('GET', '/readyz');
    expect([ready.status, ready.body]).toMatchObject([
      200,
      { status: 'held', why: [expect.stringContaining('imported history of another system') as string] },
    ]);
    await owner.run('PageSomeone', { title: 'Look at this', urgency: 'high', serviceId: null, personIds: [owner.personId] });
    await server.stop();
    const types = (await eventsOfFolder(data)).map(({ type }) => type);
    expect(types).toContain('PageRequested');
    expect(types).not.toContain('PageStarted');
    expect(types).not.toContain('AttemptStarted');
    expect(types).not.toContain('ReactorStarted');
  });
});

it('goes into no folder that has a log, a live one least of all', async () => {
  const live = await Tocsin.start({ hasRealClock: true });
  await live.setUp();
  await live.stop();
  const before = await eventsOfFolder(live.data);
  const { code, output: refusal } = await importInto(live.data);
  expect([code, refusal]).toEqual([1, expect.stringContaining('has a log already. Choose a folder that does not exist.')]);
  expect(await eventsOfFolder(live.data)).toEqual(before);
  rmSync(live.data, { recursive: true, force: true });
});
