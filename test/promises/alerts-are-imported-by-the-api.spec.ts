import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer } from '@tocsin/contracts/backtests.js';
import type { ImportTableAnswer, ImportShown } from '@tocsin/contracts/imports.js';
import type { Problem } from '@tocsin/contracts/refusals.js';
import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports.js';
import type { Scope } from '@tocsin/contracts/scopes.js';
import { limits } from '@tocsin/contracts/limits.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

type Answer = ReportAnswer & { readonly figures: ResponseFigures };

const minute = 60_000;
const began = Date.parse('2026-09-01T06:00:00.000Z');
const time = (millis: number): string => new Date(millis).toISOString();

/** Milliseconds since 1970 of the opening, and how long after it; null: never. */
const lines = Array.from({ length: 120 }, (_, n) => ({
  opened: began + n * 121 * minute,
  acknowledged: n % 4 === 0 ? null : (1 + ((n * 13) % 9)) * minute,
  resolved: n % 9 === 0 ? null : (10 + ((n * 37) % 170)) * minute,
}));
const rows = lines.map(({ opened, acknowledged, resolved }, n) => ({
  Summary: `Disk "${n}", full`,
  Created: time(opened),
  Acked: acknowledged === null ? '' : time(opened + acknowledged),
  Closed: resolved === null ? '' : time(opened + resolved),
  Component: n % 3 === 0 ? 'Search' : 'Payments',
  Responder: n % 2 === 0 ? 'Ana' : 'Bo',
}));
const names = Object.keys(rows[0]!) as (keyof (typeof rows)[number])[];
const csv = [
  names.join(','),
  ...rows.map((row) => names.map((name) => `"${row[name].replaceAll('"', '""')}"`).join(',')),
  '"No time",soon,,,,',
].join('\r\n');
const ndjson = rows.map((row) => JSON.stringify(row)).join('\n');

/** Computed from the table alone: without events and folds. */
const figuresOf = (all: readonly (number | null)[]) => {
  const took = all.flatMap((one) => one ?? []).toSorted((a, b) => a - b);
  const rank = (share: number): number => took[Math.ceil(share * took.length) - 1]!;
  const mean = Math.round(took.reduce((sum, one) => sum + one, 0) / took.length);
  return {
    measured: took.length,
    missing: all.length - took.length,
    mean,
    p50: rank(0.5),
    p90: rank(0.9),
    p95: rank(0.95),
    max: took.at(-1),
  };
};

const map = 'title=Summary,openedAt=Created,acknowledgedAt=Acked,resolvedAt=Closed,service=Component,person=Responder';
const range = `from=${time(began)}&to=${time(began + 28 * 1_440 * minute)}`;

let stage: Stage;
let program: Client;
let imported: ImportShown;

const tokenWith = async (...scopes: readonly Scope[]): Promise<Client> => {
  const { says } = await stage.ana.api.run('IssueServiceToken', { name: scopes.join(' '), teamId: null, scopes: [...scopes] });
  return new Client(stage.tocsin.url, String(says['token']), '');
};
const post = <B>(client: Client, body: string, query = `map=${encodeURIComponent(map)}`, type = 'text/csv') =>
  client.request<B>('POST', `/api/imports?${query}`, body, { 'content-type': type });

/** Polls until its log is written, on its own thread, in real time. */
const written = async (id: string): Promise<ImportTableAnswer> => {
  for (;;) {
    const { body } = await program.request<ImportTableAnswer>('GET', `/api/imports/${id}`);
    if (body.state !== 'running') return body;
    await pause(50);
  }
};
const response = async (log: string): Promise<Answer> =>
  (await program.request<Answer>('GET', `/api/reports/response?measures=mtta,time_to_resolve&log=${log}&${range}`)).body;

beforeAll(async () => {
  stage = await Stage.begin();
  program = await tokenWith('import', 'read');
  await stage.settle();
});
afterAll(() => stage.close());

story('an import by the API', (chapter) => {
  chapter('says which rows were taken, and why one was not', async () => {
    const before = await stage.head();
    const { status, body } = await post<ImportShown>(program, csv, `name=Opsgenie&map=${encodeURIComponent(map)}`);
    imported = body;
    expect([status, body]).toMatchObject([202, { name: 'Opsgenie', rows: 121, taken: 120, from: time(began) }]);
    expect(body.notes).toEqual([{ row: 121, code: 'import.no_opened_at', isLeftOut: true }]);
    const done = await written(body.id);
    expect({ state: done.state, trouble: done.trouble }).toEqual({ state: 'done', trouble: null });
    expect(done.services.map(({ name }) => name).toSorted()).toEqual(['Payments', 'Search']);
    expect(done.people.map(({ name }) => name).toSorted()).toEqual(['Ana', 'Bo']);
    // the live log is unchanged
    expect(await stage.head()).toBe(before);
  });

  chapter('is reported on as its table says by itself', async () => {
    const { figures, log, pin } = await response(imported.id);
    expect(log).toBe(imported.id);
    expect(figures).toMatchObject({
      openings: lines.length,
      groups: lines.length,
      acknowledged: lines.filter(({ acknowledged }) => acknowledged !== null).length,
      stillOpen: lines.filter(({ resolved }) => resolved === null).length,
    });
    expect(figures.measures.map(({ all }) => all)).toEqual([
      figuresOf(lines.map(({ acknowledged }) => acknowledged)),
      figuresOf(lines.map(({ resolved }) => resolved)),
    ]);
    expect(pin.hash).toMatch(/^[0-9a-f]{64}$/);
    const { body: table } = await program.request<string>('GET', `/api/reports/response?format=csv&log=${imported.id}&${range}`);
    expect(table).toContain('Payments');
    const { body: own } = await program.request<Answer>('GET', `/api/reports/response?${range}`);
    expect(own.figures.openings).toBe(0);
  });

  chapter('is there after a restart, with the same figures', async () => {
    const before = await response(imported.id);
    await stage.restart();
    program = new Client(stage.tocsin.url, program.token, '');
    expect(await response(imported.id)).toEqual(before);
  });

  chapter('is replayed by a backtest', async () => {
    const request = { change: null, from: time(began), to: time(began + 28 * 1_440 * minute), log: imported.id };
    const { status, body } = await program.request<BacktestAnswer>('POST', '/api/backtests', request);
    expect(status).toBe(202);
    let answer = body;
    while (answer.state === 'running') {
      await pause(50);
      ({ body: answer } = await program.request<BacktestAnswer>('GET', `/api/backtests/${body.id}`));
    }
    expect({ state: answer.state, trouble: answer.trouble }).toEqual({ state: 'done', trouble: null });
    const { was, would } = answer.result!;
    expect([was.groups, would.recorded.groups, would.never.groups]).toEqual([lines.length, lines.length, lines.length]);
  });

  chapter('reads NDJSON, with columns that are named as the fields', async () => {
    const table = rows.map(({ Created, Acked }) => JSON.stringify({ openedAt: Created, acknowledgedAt: Acked })).join('\n');
    const { body } = await post<ImportShown>(program, table, '', 'application/x-ndjson');
    await written(body.id);
    const { figures } = await response(body.id);
    expect(figures.measures[0]!.all).toEqual(figuresOf(lines.map(({ acknowledged }) => acknowledged)));
    expect((await post<ImportShown>(program, ndjson, undefined, 'application/x-ndjson')).body.taken).toBe(lines.length);
  });

  chapter('is refused with a code, and the rows that can’t be read', async () => {
    await stage.ana.api.request('GET', '/api/imports');
    const running = (await program.request<{ rows: ImportShown[] }>('GET', '/api/imports')).body.rows;
    for (const { id } of running) await written(id);
    const refused = async (table: string, query?: string, type?: string, by = program): Promise<Pick<Problem, 'code' | 'errors'>> =>
      (await post<Problem>(by, table, query, type)).body;
    expect(await refused('Created\nsoon\nlater', 'map=openedAt=Created')).toMatchObject({
      code: 'import.no_rows',
      errors: [
        { path: 'row 1', code: 'import.no_opened_at' },
        { path: 'row 2', code: 'import.no_opened_at' },
      ],
    });
    expect(await refused(csv, 'map=openedAt=Begun')).toMatchObject({ code: 'import.unknown_columns' });
    expect(await refused(csv, 'map=begun=Created')).toMatchObject({ code: 'request.invalid', errors: [{ path: 'map' }] });
    expect(await refused('{}', undefined, 'application/json')).toMatchObject({ code: 'request.unsupported_media_type' });
    expect(await refused('x'.repeat(limits.imports.bytes + 1))).toMatchObject({ code: 'request.too_large' });
    expect(await refused(csv, undefined, undefined, await tokenWith('read'))).toMatchObject({ code: 'token.scope_missing' });
    const bo = await stage.person('Bo');
    expect(await refused(csv, undefined, undefined, bo.api)).toMatchObject({ code: 'permission.denied' });
    const elsewhere = await program.request<Problem>('POST', '/api/backtests', csv, { 'content-type': 'text/csv' });
    expect(elsewhere.body.code).toBe('request.unsupported_media_type');
    expect((await program.request<{ rows: ImportShown[] }>('GET', '/api/imports')).body.rows).toHaveLength(3);
  });

  chapter('is written by the next server when one is killed meanwhile', async () => {
    const { status, body } = await post<ImportShown>(program, csv);
    expect(status).toBe(202);
    await stage.restart('SIGKILL');
    program = new Client(stage.tocsin.url, program.token, '');
    const done = await written(body.id);
    expect({ state: done.state, trouble: done.trouble, taken: done.taken }).toEqual({ state: 'done', trouble: null, taken: lines.length });
    expect((await response(body.id)).figures).toEqual((await response(imported.id)).figures);
  });

  chapter('is deleted', async () => {
    expect((await program.request('DELETE', `/api/imports/${imported.id}`)).status).toBe(204);
    expect((await program.request('GET', `/api/imports/${imported.id}`)).status).toBe(404);
    expect((await program.request('GET', `/api/reports/response?log=${imported.id}`)).status).toBe(404);
  });
});
