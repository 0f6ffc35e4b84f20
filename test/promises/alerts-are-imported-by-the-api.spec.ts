import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer } from '@tocsin/contracts/backtests/backtests.js';
import type { ImportTableAnswer, ImportShown } from '@tocsin/contracts/imports/imports.js';
import type { Problem } from '@tocsin/contracts/refusals.js';
import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import type { Scope } from '@tocsin/contracts/tokens/scopes.js';
import * as importLimits from '@tocsin/contracts/imports/limits.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

type Answer = ReportAnswer & { readonly figures: ResponseFigures };

const minute = 60_000;
const startedAt = Date.parse('2026-09-01T06:00:00.000Z');
/** Hours after the last was opened. */
const endsAt = startedAt + 60 * 121 * minute + 180 * minute;
const toTime = (millis: number): string => new Date(millis).toISOString();

/** Milliseconds since 1970 of the opening, and how long after it; null: never. */
const lines = Array.from({ length: 60 }, (_, n) => ({
  opened: startedAt + n * 121 * minute,
  acknowledged: n % 4 === 0 ? null : (1 + ((n * 13) % 9)) * minute,
  // only some of the last are open: a backtest pages for an open one until the end of its range
  resolved: n > 55 && n % 3 === 0 ? null : (10 + ((n * 37) % 170)) * minute,
}));
const rows = lines.map(({ opened, acknowledged, resolved }, n) => ({
  Summary: `Disk "${n}", full`,
  Created: toTime(opened),
  Acked: acknowledged === null ? '' : toTime(opened + acknowledged),
  Closed: resolved === null ? '' : toTime(opened + resolved),
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
  const durationAtRank = (share: number): number => took[Math.ceil(share * took.length) - 1]!;
  const mean = Math.round(took.reduce((sum, one) => sum + one, 0) / took.length);
  return {
    measured: took.length,
    missing: all.length - took.length,
    mean,
    p50: durationAtRank(0.5),
    p90: durationAtRank(0.9),
    p95: durationAtRank(0.95),
    max: took.at(-1),
  };
};

const map = 'title=Summary,openedAt=Created,acknowledgedAt=Acked,resolvedAt=Closed,service=Component,person=Responder';
const range = `from=${toTime(startedAt)}&to=${toTime(endsAt)}`;

let stage: Stage;
let program: Client;
let importedTable: ImportShown;

const createTokenWith = async (...scopes: readonly Scope[]): Promise<Client> => {
  const { says } = await stage.ana.api.run('IssueServiceToken', { name: scopes.join(' '), teamId: null, scopes: [...scopes] });
  return new Client(stage.tocsin.url, String(says['token']), '');
};
const post = <B>(client: Client, body: string, query = `map=${encodeURIComponent(map)}`, type = 'text/csv') =>
  client.request<B>('POST', `/api/imports?${query}`, body, { 'content-type': type });

/** Polls until its log is written, on its own thread, in real time. */
const waitForImport = async (id: string): Promise<ImportTableAnswer> => {
  for (;;) {
    const { body } = await program.request<ImportTableAnswer>('GET', `/api/imports/${id}`);
    if (body.state !== 'running') return body;
    await pause(50);
  }
};
const getResponseReport = async (log: string): Promise<Answer> =>
  (await program.request<Answer>('GET', `/api/reports/response?measures=mtta,time_to_resolve&log=${log}&${range}`)).body;

beforeAll(async () => {
  stage = await Stage.begin();
  program = await createTokenWith('import', 'read');
  await stage.settle();
});
afterAll(() => stage.close());

story('an import by the API', (chapter) => {
  chapter('says which rows were taken, and why one was not', async () => {
    const before = await stage.getHead();
    const { status, body } = await post<ImportShown>(program, csv, `name=Opsgenie&map=${encodeURIComponent(map)}`);
    importedTable = body;
    expect([status, body]).toMatchObject([202, { name: 'Opsgenie', rows: lines.length + 1, taken: lines.length, from: toTime(startedAt) }]);
    expect(body.notes).toEqual([{ row: lines.length + 1, code: 'import.no_opened_at', isLeftOut: true }]);
    const doneImport = await waitForImport(body.id);
    expect({ state: doneImport.state, trouble: doneImport.trouble }).toEqual({ state: 'done', trouble: null });
    expect(doneImport.services.map(({ name }) => name).toSorted()).toEqual(['Payments', 'Search']);
    expect(doneImport.people.map(({ name }) => name).toSorted()).toEqual(['Ana', 'Bo']);
    // the live log is unchanged
    expect(await stage.getHead()).toBe(before);
  });

  chapter('is reported on as its table says by itself', async () => {
    const { figures, log, pin } = await getResponseReport(importedTable.id);
    expect(log).toBe(importedTable.id);
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
    const { body: table } = await program.request<string>('GET', `/api/reports/response?format=csv&log=${importedTable.id}&${range}`);
    expect(table).toContain('Payments');
    const { body: ownReport } = await program.request<Answer>('GET', `/api/reports/response?${range}`);
    expect(ownReport.figures.openings).toBe(0);
  });

  chapter('is there after a restart, with the same figures', async () => {
    const before = await getResponseReport(importedTable.id);
    await stage.restart();
    program = new Client(stage.tocsin.url, program.token, '');
    expect(await getResponseReport(importedTable.id)).toEqual(before);
  });

  chapter('is replayed by a backtest', async () => {
    const request = { change: null, from: toTime(startedAt), to: toTime(endsAt), log: importedTable.id };
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
    await waitForImport(body.id);
    const { figures } = await getResponseReport(body.id);
    expect(figures.measures[0]!.all).toEqual(figuresOf(lines.map(({ acknowledged }) => acknowledged)));
    expect((await post<ImportShown>(program, ndjson, undefined, 'application/x-ndjson')).body.taken).toBe(lines.length);
  });

  chapter('is refused with a code, and the rows that can’t be read', async () => {
    await stage.ana.api.request('GET', '/api/imports');
    const runningImport = (await program.request<{ rows: ImportShown[] }>('GET', '/api/imports')).body.rows;
    for (const { id } of runningImport) await waitForImport(id);
    const expectRefusal = async (
      table: string,
      query?: string,
      type?: string,
      sender = program,
    ): Promise<Pick<Problem, 'code' | 'errors'>> => (await post<Problem>(sender, table, query, type)).body;
    expect(await expectRefusal('Created\nsoon\nlater', 'map=openedAt=Created')).toMatchObject({
      code: 'import.no_rows',
      errors: [
        { path: 'row 1', code: 'import.no_opened_at' },
        { path: 'row 2', code: 'import.no_opened_at' },
      ],
    });
    expect(await expectRefusal(csv, 'map=openedAt=Begun')).toMatchObject({ code: 'import.unknown_columns' });
    expect(await expectRefusal(csv, 'map=begun=Created')).toMatchObject({ code: 'request.invalid', errors: [{ path: 'map' }] });
    expect(await expectRefusal('{}', undefined, 'application/json')).toMatchObject({ code: 'request.unsupported_media_type' });
    expect(await expectRefusal('x'.repeat(importLimits.imports.bytes + 1))).toMatchObject({ code: 'request.too_large' });
    expect(await expectRefusal(csv, undefined, undefined, await createTokenWith('read'))).toMatchObject({ code: 'token.scope_missing' });
    const bo = await stage.addPerson('Bo');
    expect(await expectRefusal(csv, undefined, undefined, bo.api)).toMatchObject({ code: 'permission.denied' });
    const otherAnswer = await program.request<Problem>('POST', '/api/backtests', csv, { 'content-type': 'text/csv' });
    expect(otherAnswer.body.code).toBe('request.unsupported_media_type');
    expect((await program.request<{ rows: ImportShown[] }>('GET', '/api/imports')).body.rows).toHaveLength(3);
  });

  chapter('is written by the next server when one is killed meanwhile', async () => {
    const { status, body } = await post<ImportShown>(program, csv);
    expect(status).toBe(202);
    await stage.restart('SIGKILL');
    program = new Client(stage.tocsin.url, program.token, '');
    const doneImport = await waitForImport(body.id);
    expect({ state: doneImport.state, trouble: doneImport.trouble, taken: doneImport.taken }).toEqual({
      state: 'done',
      trouble: null,
      taken: lines.length,
    });
    expect((await getResponseReport(body.id)).figures).toEqual((await getResponseReport(importedTable.id)).figures);
  });

  chapter('is deleted', async () => {
    expect((await program.request('DELETE', `/api/imports/${importedTable.id}`)).status).toBe(204);
    expect((await program.request('GET', `/api/imports/${importedTable.id}`)).status).toBe(404);
    expect((await program.request('GET', `/api/reports/response?log=${importedTable.id}`)).status).toBe(404);
  });
});
