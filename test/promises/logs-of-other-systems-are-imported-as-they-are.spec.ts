// cluster: never, it runs on the system clock
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportTableAnswer, ImportShown } from '@tocsin/contracts/imports/imports.js';
import type { Durations, ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { byTier } from '@tocsin/testing/tier.js';

type Answer = ReportAnswer & { readonly figures: ResponseFigures };

const minute = 60_000;

/** Milliseconds; null: never. */
interface Incident {
  readonly openedAt: number;
  readonly acknowledgedAt: number | null;
  readonly resolvedAt: number | null;
  readonly service: string;
  readonly isHigh: boolean;
}

/** Computed from the table alone: without events and folds. */
const durationsOf = (all: readonly (number | null)[]): Durations => {
  const sorted = all.flatMap((one) => one ?? []).toSorted((a, b) => a - b);
  const valueAtRank = (share: number): number | null => sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  const mean = sorted.length === 0 ? null : Math.round(sorted.reduce((sum, one) => sum + one, 0) / sorted.length);
  const ranks = { p50: valueAtRank(0.5), p90: valueAtRank(0.9), p95: valueAtRank(0.95), max: sorted.at(-1) ?? null };
  return { measured: sorted.length, missing: all.length - sorted.length, mean, ...ranks };
};
const toResolve = (all: readonly Incident[]) =>
  durationsOf(all.map(({ openedAt: opened, resolvedAt: resolved }) => resolved && resolved - opened));
const toAcknowledge = (all: readonly Incident[]) =>
  durationsOf(all.map(({ openedAt: opened, acknowledgedAt: acknowledged }) => acknowledged && acknowledged - opened));
const groupBy = (all: readonly Incident[], key: (one: Incident) => string): ReadonlyMap<string, readonly Incident[]> => {
  const groups = new Map<string, Incident[]>();
  for (const one of all) (groups.get(key(one)) ?? groups.set(key(one), []).get(key(one))!).push(one);
  return groups;
};

/** Expected report, part by part: by service names, which are in no report. */
const computeFigures = (all: readonly Incident[]) => ({
  openings: all.length,
  acknowledged: all.filter(({ acknowledgedAt: acknowledged }) => acknowledged !== null).length,
  stillOpen: all.filter(({ resolvedAt: resolved }) => resolved === null).length,
  mtta: toAcknowledge(all),
  resolve: toResolve(all),
  high: toResolve(all.filter(({ isHigh }) => isHigh)),
  services: Object.fromEntries(
    [...groupBy(all, ({ service }) => service)].map(([name, groupIncidents]) => [name, toResolve(groupIncidents)]),
  ),
  days: Object.fromEntries(
    [...groupBy(all, ({ openedAt: opened }) => new Date(opened).toISOString().slice(0, 10))].map(([day, groupIncidents]) => [
      day,
      toResolve(groupIncidents),
    ]),
  ),
});

const withoutKey = ({ measured, missing, mean, p50, p90, p95, max }: Durations): Durations => ({
  measured,
  missing,
  mean,
  p50,
  p90,
  p95,
  max,
});
const toReportedFigures = (
  { openings, acknowledged, stillOpen, measures: [mtta, resolve] }: ResponseFigures,
  nameOf: (id: string) => string,
) => ({
  openings,
  acknowledged,
  stillOpen,
  mtta: mtta!.all,
  resolve: resolve!.all,
  high: withoutKey(resolve!.urgencies.find(({ id }) => id === 'high')!),
  services: Object.fromEntries(resolve!.services.map((one) => [nameOf(one.id!), withoutKey(one)])),
  days: Object.fromEntries(resolve!.days.map((one) => [one.day, withoutKey(one)])),
});

/** The same numbers in each run. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

/** Incidents of the original: 141,712 changes of them. */
const whole = 24_918;
const byCommandLine = byTier({ short: 2_000, full: whole, deep: whole });
const byApi = byTier({ short: 500, full: 3_000, deep: whole });

const toUtc = (at: number) => new Date(at).toISOString();
/** `29/2/2016 01:16`. */
const toDayFirst = (at: number): string => {
  const [year, month, day] = toUtc(at).slice(0, 10).split('-').map(Number);
  return `${day}/${month}/${year} ${toUtc(at).slice(11, 16)}`;
};

/**
 * Like the incident log of ServiceNow at UCI: a row for each change of an incident, a `?` where there is nothing, days before months,
 * and priorities with a number and a word.
 */
const createServiceNowLog = (count: number) => {
  const below = createRandom(7);
  const columns =
    'number,incident_state,active,reassignment_count,reopen_count,sys_mod_count,opened_at,category,priority,assignment_group,resolved_by,resolved_at,closed_at';
  const incidents: Incident[] = [];
  const rows: string[] = [columns];
  let opened = Date.parse('2016-02-29T01:16:00.000Z');
  for (let n = 0; n < count; n += 1) {
    opened += (1 + below(20)) * minute;
    const resolved = below(50) === 0 ? null : opened + (1 + below(20_000)) * minute;
    const priority = 1 + below(4);
    const service = `Group ${1 + below(78)}`;
    incidents.push({ openedAt: opened, acknowledgedAt: null, resolvedAt: resolved, service, isHigh: priority < 3 });
    const word = `${priority} - ${['Critical', 'High', 'Moderate', 'Low'][priority - 1]}`;
    const all = `${toDayFirst(opened)},Category ${n % 50},${word}`;
    const changes = n < Math.round((7_796 / whole) * count) ? 4 : 5;
    for (let change = 0; change < changes; change += 1)
      rows.push(`INC${n},Active,true,${change},${n % 3},${change},${all},Group ${1 + (change % 78)},?,?,?`);
    const end = resolved === null ? 'Active,true' : 'Closed,false';
    rows.push(
      `INC${n},${end},${changes},${n % 3},${changes},${all},${service},Resolved by ${n % 216},${resolved === null ? '?' : toDayFirst(resolved)},?`,
    );
  }
  return { incidents, table: rows.join('\n'), rows: rows.length - 1 };
};

/** Like the page of incidents of a status page (GitHub’s, for example): newest first, without what has not happened, with lists and texts. */
const createStatusPageLog = () => {
  const below = createRandom(11);
  const incidents: Incident[] = [];
  const lines = Array.from({ length: 400 }, (_, n) => {
    const opened = Date.parse('2025-03-30T00:59:59.123Z') + n * 700 * minute + below(60_000);
    const resolved = n > 396 ? null : opened + below(500 * minute);
    const acknowledged = resolved !== null && n % 3 > 0 ? opened + Math.floor((resolved - opened) / 2) : null;
    const impact = ['none', 'minor', 'major', 'critical'][n % 4]!;
    incidents.push({ openedAt: opened, acknowledgedAt: acknowledged, resolvedAt: resolved, service: 'Imported alerts', isHigh: n % 4 > 1 });
    return JSON.stringify({
      id: `x${n}`,
      name: `Incident with “Actions”, \u{1F680} ${n}`,
      status: resolved === null ? 'investigating' : 'resolved',
      created_at: toUtc(opened).replace('Z', '+00:00'),
      ...(acknowledged === null ? {} : { monitoring_at: toUtc(acknowledged) }),
      ...(resolved === null ? {} : { resolved_at: toUtc(resolved + 120 * minute).replace('Z', '+02:00') }),
      impact,
      incident_updates: [{ body: 'We are investigating.\nSorry.' }],
    });
  });
  return { incidents, table: lines.toReversed().join('\r\n') };
};

/** Like what Excel saves in Germany: a byte order mark, semicolons, dots, quotes with line ends, and fields that are missing at the end. */
const createExcelLog = () => {
  const incidents: Incident[] = [];
  const toDottedDate = (at: number): string => toUtc(at).slice(0, 10).split('-').toReversed().join('.');
  const rows = Array.from({ length: 90 }, (_, n) => {
    const opened = Date.parse('2026-10-24T22:03:00.000Z') + n * 95 * minute;
    const [acknowledged, resolved] = [n % 4 === 0 ? null : opened + (n % 7) * minute, n % 5 === 0 ? null : opened + (7 + n) * minute];
    const service = n % 2 === 0 ? 'Zahlungen' : 'Störungen; Netz';
    incidents.push({ openedAt: opened, acknowledgedAt: acknowledged, resolvedAt: resolved, service, isHigh: n % 3 === 0 });
    const toLocalTime = (at: number | null): string => (at === null ? '' : `${toDottedDate(at)} ${toUtc(at).slice(11, 19)}`);
    const head = `"Platte ""${n}"";\r\nvoll";${toLocalTime(opened)};"${service}";${n % 3 === 0 ? 'Critical' : 'Minor'};Ana`;
    return acknowledged === null && resolved === null ? head : `${head};${toLocalTime(acknowledged)};${toLocalTime(resolved)}`;
  });
  return { incidents, table: `\uFEFFWas;Beginn;Dienst;Stufe;Wer;Angenommen;Ende\r\n${rows.join('\r\n')}\r\n` };
};

const place = mkdtempSync(join(tmpdir(), 'tocsin-logs-'));
let server: Tocsin | undefined;
let owner: Client;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const rangeOf = (all: readonly Incident[]): string =>
  `from=${toUtc(all[0]!.openedAt)}&to=${toUtc(Math.max(...all.map(({ openedAt: opened, resolvedAt: resolved }) => resolved ?? opened)) + minute)}`;
const reportOf = async (all: readonly Incident[], log = ''): Promise<ResponseFigures> => {
  const { status, body } = await owner.request<Answer>('GET', `/api/reports/response?measures=mtta,time_to_resolve&${rangeOf(all)}${log}`);
  expect(status).toBe(200);
  return body.figures;
};

const importTable = async (table: string, map: string, type = 'text/csv'): Promise<ImportTableAnswer> => {
  const { status, body } = await owner.request<ImportShown>('POST', `/api/imports?map=${encodeURIComponent(map)}`, table, {
    'content-type': type,
  });
  expect([status, body]).toMatchObject([202, { state: 'running' }]);
  for (;;) {
    const { body: answer } = await owner.request<ImportTableAnswer>('GET', `/api/imports/${body.id}`);
    if (answer.state !== 'running') return answer;
    await pause(50);
  }
};
const withoutNames = (services: Readonly<Record<string, Durations>>): readonly string[] =>
  Object.values(services)
    .map((one) => JSON.stringify(one))
    .toSorted();
const nameIn =
  ({ services }: ImportTableAnswer) =>
  (id: string): string =>
    services.find((one) => one.id === id)!.name;

const ofServiceNow =
  'id=number,openedAt=opened_at,resolvedAt=resolved_at,title=category,service=assignment_group,person=resolved_by,severity=priority';

describe('the response report of a log of another system, as it is exported, equals what its table says by itself', () => {
  it(`ServiceNow, the changes of ${byCommandLine} incidents, by the command line`, async () => {
    const { incidents, table, rows } = createServiceNowLog(byCommandLine);
    if (byCommandLine === whole) expect(rows).toBe(141_712);
    const [file, data] = [join(place, 'incidents.csv'), join(place, 'history')];
    writeFileSync(file, table);
    const { code, output } = await runCommandLine(['import', '--from', file, '--map', ofServiceNow, '--data', data], {});
    expect(code).toBe(0);
    expect(output).toContain(`${rows} rows: ${incidents.length} taken, ${rows - incidents.length} left out.`);
    expect(output).toContain(`${rows - incidents.length} × import.later_row: Row skipped: another row with the same id counts.`);
    server = await Tocsin.start({ data, hasRealClock: true });
    const session = { email: 'owner@import.example', password: /with the password (\S+)/.exec(output)![1]! };
    const { body } = await server.anonymous.request<{ token: string; personId: string }>('POST', '/api/session', session);
    owner = new Client(server.url, body.token, body.personId);
    const { services, ...figures } = toReportedFigures(await reportOf(incidents), (id) => id);
    const { services: expectedServices, ...others } = computeFigures(incidents);
    expect(figures).toEqual(others);
    expect(withoutNames(services)).toEqual(withoutNames(expectedServices));
  });

  describe('by the API', () => {
    beforeEach(async () => {
      server = await Tocsin.start();
      ({ owner } = await server.setUp());
    });

    // the whole of it in the deep run: it goes the way that the command line goes
    it('ServiceNow, the beginning of the same table', async () => {
      const { incidents, table, rows } = createServiceNowLog(byApi);
      const answer = await importTable(table, ofServiceNow);
      expect(answer).toMatchObject({ state: 'done', rows, taken: incidents.length });
      expect(answer.reasons).toMatchObject([{ code: 'import.later_row', count: rows - incidents.length }]);
      expect(toReportedFigures(await reportOf(incidents, `&log=${answer.id}`), nameIn(answer))).toEqual(computeFigures(incidents));
    });

    it('a status page in NDJSON, and what Excel saves', async () => {
      const page = createStatusPageLog();
      const map = 'id=id,title=name,openedAt=created_at,acknowledgedAt=monitoring_at,resolvedAt=resolved_at,severity=impact';
      const ofPage = await importTable(page.table, map, 'application/x-ndjson');
      expect(ofPage).toMatchObject({ state: 'done', rows: 400, taken: 400, reasons: [] });
      expect(toReportedFigures(await reportOf(page.incidents, `&log=${ofPage.id}`), nameIn(ofPage))).toEqual(
        computeFigures(page.incidents),
      );

      const sheet = createExcelLog();
      const columns = 'title=Was,openedAt=Beginn,acknowledgedAt=Angenommen,resolvedAt=Ende,service=Dienst,severity=Stufe,person=Wer';
      const ofSheet = await importTable(sheet.table, columns);
      expect(ofSheet).toMatchObject({ state: 'done', rows: 90, taken: 90, reasons: [] });
      expect(toReportedFigures(await reportOf(sheet.incidents, `&log=${ofSheet.id}`), nameIn(ofSheet))).toEqual(
        computeFigures(sheet.incidents),
      );
    });
  });
});
