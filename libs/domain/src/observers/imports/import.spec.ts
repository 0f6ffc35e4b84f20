import fc from 'fast-check';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import * as importLimits from '@tocsin/contracts/imports/limits.js';
import { namedMeasures } from '@tocsin/contracts/reports/measures.js';
import type { ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { domain } from '../../registry.js';
import { FactReader } from '../reports/facts-of-event.js';
import { Report } from '../reports/report.js';
import { decodeTable } from './decode-table.js';
import { createImportedEvents } from './events.js';
import { isWide, parseAlerts } from './parse.js';
import { type ImportMap } from './row.js';
import { tableOf } from './table.js';
import { dayOrderOf, instantOf } from './times.js';

const storedForm = byContract;
const map: ImportMap = {
  title: 'what',
  openedAt: 'start',
  acknowledgedAt: 'ack',
  resolvedAt: 'end',
  service: 'system',
  person: 'who',
  severity: 'level',
};
const header = 'what,start,ack,end,system,who,level';
const csv = (...lines: readonly string[]): string => [header, ...lines].join('\n');
const options = { domain, written: storedForm, format: 3 };

describe('reading a table', () => {
  it('reads times as they are commonly written, and takes those without a zone for UTC', () => {
    expect(instantOf('2026-01-02 03:04')).toBe('2026-01-02T03:04:00.000Z');
    expect(instantOf('2026-01-02T03:04:05+01:00')).toBe('2026-01-02T02:04:05.000Z');
    expect(instantOf('2026-01-02 03:04:05.123456 UTC')).toBe('2026-01-02T03:04:05.123Z');
    expect(instantOf('1767323045')).toBe('2026-01-02T03:04:05.000Z');
    expect(instantOf('1767323045123')).toBe('2026-01-02T03:04:05.123Z');
    expect(instantOf('yesterday')).toBeNull();
  });

  it('does not guess at times that can’t be', () => {
    const not = ['2026-02-30 10:00', '2025-02-29', '2026-13-01 10:00', '2026-02-01 25:00', '2026-01-01T00:00+99:99', '01/02/2026 03:04'];
    // placeholders of other systems: one such row would be the beginning or the end of the whole history
    const placeholders = ['0000-01-01', '0001-01-01 00:00', '1969-12-31 23:59', '9999-12-31 23:59:59', '9999999999'];
    expect([...not, ...placeholders].map((text) => instantOf(text))).toEqual([...not, ...placeholders].map(() => null));
    expect([instantOf('2024-02-29'), instantOf('2026-01-01T00:00+14:00'), instantOf('2026-03-29T02:30-0530')]).toEqual([
      '2024-02-29T00:00:00.000Z',
      '2025-12-31T10:00:00.000Z',
      '2026-03-29T08:00:00.000Z',
    ]);
  });

  it('reads dates of other systems that can only be one day', () => {
    const sameRows = [
      '2016/02/29 01:16',
      '29.02.2016 01:16',
      '29.2.2016, 1:16 am',
      '29-Feb-2016 01:16:00',
      '29 February 2016 01:16 GMT',
      'Feb 29, 2016 1:16 AM',
      'Feb 29, 2016 02:16:00 +0100',
    ];
    expect(sameRows.map((text) => instantOf(text))).toEqual(sameRows.map(() => '2016-02-29T01:16:00.000Z'));
    expect(['12:16 AM', '12:16 PM', '11:16 pm'].map((clock) => instantOf(`Feb 29, 2016 ${clock}`)?.slice(11, 16))).toEqual([
      '00:16',
      '12:16',
      '23:16',
    ]);
    const not = ['30 February 2016', '29 Foo 2016', 'Feb 29, 2016 13:16 PM', 'Feb 29, 2016 0:16 AM', '29.02.2015', '29.02.16'];
    expect(not.map((text) => instantOf(text))).toEqual(not.map(() => null));
  });

  it('reads dates in numbers by what all of the table’s say, and not at all where they say nothing or differ', () => {
    expect(dayOrderOf(['3/4/2016 01:16', '29/2/2016 01:16', '?', '2016-02-29'])).toBe('day first');
    expect(dayOrderOf(['3/4/2016 01:16', '2/29/2016 01:16'])).toBe('month first');
    expect(dayOrderOf(['3/4/2016 01:16', '12-11-2016'])).toBeNull();
    expect(dayOrderOf(['29/2/2016', '2/29/2016'])).toBeNull();
    expect(['day first', 'month first', null].map((order) => instantOf('3/4/2016 01:16', order as never))).toEqual([
      '2016-04-03T01:16:00.000Z',
      '2016-03-04T01:16:00.000Z',
      null,
    ]);
    const table = (other: string) => parseAlerts(csv(`A,3/4/2016 01:16,,${other},,,`), 'csv', map);
    expect(table('29/4/2016 01:16').alerts).toMatchObject([
      { openedAt: '2016-04-03T01:16:00.000Z', resolvedAt: '2016-04-29T01:16:00.000Z' },
    ]);
    expect(table('4/29/2016 01:16').alerts).toMatchObject([{ openedAt: '2016-03-04T01:16:00.000Z' }]);
    expect(table('5/4/2016 01:16').notes).toMatchObject([{ row: 1, code: 'import.no_opened_at' }]);
  });

  it('takes what is no date in any order, or a placeholder, for no evidence of the order', () => {
    for (const other of ['45/1/2016', '31/12/9999', '12/31/9999', '29/2/2015', '3/31/2016 13:00 PM'])
      expect(dayOrderOf(['3/4/2016', other])).toBeNull();
    const us = csv('A,3/4/2016 01:00,,3/31/2016 01:00,,,', 'B,5/4/2016 01:00,,31/12/9999,,,');
    expect(parseAlerts(us, 'csv', map).alerts).toMatchObject([
      { openedAt: '2016-03-04T01:00:00.000Z', resolvedAt: '2016-03-31T01:00:00.000Z' },
      { openedAt: '2016-05-04T01:00:00.000Z', resolvedAt: null },
    ]);
  });

  it('takes what other systems write for nothing as nothing', () => {
    const { alerts, notes } = parseAlerts(csv('?,2026-01-01,?,null,-,\\N,?'), 'csv', map);
    expect(notes).toEqual([]);
    expect(alerts).toMatchObject([
      { title: 'Alert', acknowledgedAt: null, resolvedAt: null, service: 'Imported alerts', person: null, severity: 'error' },
    ]);
  });

  it('reads severities of ServiceNow and of status pages', () => {
    const words = ['1 - Critical', '2 - High', '3 - Moderate', '4 - Low', '5 - Planning', 'major', 'minor', 'none', '7 - Odd'];
    const { alerts } = parseAlerts(csv(...words.map((word) => `A,2026-01-01,,,,,${word}`)), 'csv', map);
    expect(alerts.map(({ severity }) => severity)).toEqual([
      'critical',
      'error',
      'warning',
      'info',
      'info',
      'error',
      'warning',
      'info',
      'error',
    ]);
    expect(alerts[2]!.severityWord).toBe('3 - Moderate');
  });

  it('takes rows with the same id for one alert, as the last of them says; without an id each is its own', () => {
    const rows = [
      'INC1,New,2026-01-01,',
      'INC2,New,2026-01-02,',
      'INC1,Closed,2026-01-01,2026-01-03',
      ',A,2026-01-04,',
      ',B,2026-01-05,',
      'INC2,Odd,soon,',
    ];
    const parsedAlerts = parseAlerts(['id,what,start,end', ...rows].join('\n'), 'csv', { ...map, id: 'id' });
    expect(parsedAlerts.alerts.map(({ row, title }) => [row, title])).toEqual([
      [3, 'Closed'],
      [2, 'New'],
      [4, 'A'],
      [5, 'B'],
    ]);
    expect(parsedAlerts.notes.map(({ row, code, isLeftOut }) => [row, code, isLeftOut])).toEqual([
      [1, 'import.later_row', true],
      [6, 'import.no_opened_at', true],
    ]);
    expect(tableOf(parsedAlerts, 9)).toMatchObject({ rows: 6, taken: 4 });
  });

  it('takes the row that is resolved before one that is not, in a log with the newest row first, too', () => {
    const oldestFirst = [
      '1,New,2026-01-01,,',
      '1,Taken,2026-01-01,2026-01-02,',
      '1,Closed,2026-01-01,2026-01-02,2026-01-03',
      '2,New,2026-01-02,,',
      '2,Taken,2026-01-02,2026-01-03,',
    ];
    const readRows = (rows: readonly string[]) => parseAlerts(['id,what,start,ack,end', ...rows].join('\n'), 'csv', { ...map, id: 'id' });
    for (const rows of [oldestFirst, oldestFirst.toReversed()]) {
      const { alerts, notes } = readRows(rows);
      expect(
        alerts.map(({ title, acknowledgedAt, resolvedAt }) => [title, acknowledgedAt?.slice(0, 10), resolvedAt?.slice(0, 10)]),
      ).toEqual([
        ['Closed', '2026-01-02', '2026-01-03'],
        ['Taken', '2026-01-03', undefined],
      ]);
      const countedRows = new Set(alerts.map(({ row }) => row));
      expect(notes.map(({ row, code }) => [row, code])).toEqual(
        [1, 2, 3, 4, 5].filter((row) => !countedRows.has(row)).map((row) => [row, 'import.later_row']),
      );
    }
    // both resolved: the last of the file, which corrects the one before
    expect(readRows(['1,A,2026-01-01,,2026-01-03', '1,B,2026-01-01,,2026-01-02']).alerts).toMatchObject([{ title: 'B' }]);
  });

  it('lists notes of each code when there are more than can be listed', () => {
    const rows = [...Array.from({ length: 30 }, () => 'a,2026-01-01,'), 'b,soon,', ...Array.from({ length: 30 }, () => ',2026-01-01,soon')];
    const { reasons, notes } = tableOf(parseAlerts(['id,start,end', ...rows].join('\n'), 'csv', { ...map, id: 'id' }), 9);
    expect(Object.fromEntries(reasons.map(({ code, count }) => [code, count]))).toEqual({
      'import.later_row': 29,
      'import.no_opened_at': 1,
      'import.unreadable_time': 30,
    });
    expect(notes.map(({ row, code }) => [row, code])).toEqual([
      ...[1, 2, 3, 4].map((row) => [row, 'import.later_row']),
      [31, 'import.no_opened_at'],
      ...[32, 33, 34, 35].map((row) => [row, 'import.unreadable_time']),
    ]);
  });

  it('finds a mapped column that only later lines of JSON have', () => {
    const { columns, alerts } = parseAlerts('{"start":"2026-01-02"}\n{"start":"2026-01-01","end":"2026-01-02","odd":1}', 'ndjson', map);
    expect(columns).toEqual(['start', 'end']);
    expect(alerts.map(({ resolvedAt }) => resolvedAt)).toEqual(['2026-01-02T00:00:00.000Z', null]);
  });

  it('loses nothing silently: each row is taken, or noted with a code, and so is each part of one', () => {
    const text = csv(
      '"Disk, full",2026-01-01 00:00,2026-01-01 00:05,2026-01-01 01:00,db,Ana,critical',
      'No time,,,,db,,',
      'Odd,2026-01-01 00:00,2026-01-01 02:00,2025-12-31 00:00,web,Bo,loud',
      'Late,2026-01-01 00:00,2026-01-01 02:00,2026-01-01 01:00,web,Bo,p3',
      'Bad,2026-01-01 00:00,soon,,web,Bo,info',
    );
    const { rows, alerts, notes } = parseAlerts(text, 'csv', map);
    expect(rows).toBe(5);
    expect(alerts.map(({ row, title, severity }) => [row, title, severity])).toEqual([
      [1, 'Disk, full', 'critical'],
      [3, 'Odd', 'error'],
      [4, 'Late', 'warning'],
      [5, 'Bad', 'info'],
    ]);
    expect(notes.map(({ row, code, isLeftOut }) => [row, code, isLeftOut])).toEqual([
      [2, 'import.no_opened_at', true],
      [3, 'import.resolved_before_opened', false],
      [4, 'import.acknowledged_outside', false],
      [5, 'import.unreadable_time', false],
    ]);
  });

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('reads fields separated by %s, whatever their quoted text has', (_, separator) => {
    const lines = [
      ['what', '"a, b; c\td, e"', 'start'],
      ['"x, y; z\t"', '', '2026-01-01 00:00'],
    ];
    const text = lines.map((fields) => fields.join(separator)).join('\r\n');
    const { alerts, columns } = parseAlerts(text, 'csv', map);
    expect(columns).toEqual(['what', 'a, b; c\td, e', 'start']);
    expect(alerts.map(({ title, openedAt }) => [title, openedAt])).toEqual([['x, y; z\t'.trim(), '2026-01-01T00:00:00.000Z']]);
  });

  it('takes the first of two columns with one name', () => {
    expect(parseAlerts('start,start,what\n2026-01-01 00:00,,A', 'csv', map).alerts).toHaveLength(1);
  });

  it('leaves out a byte order mark', () => {
    expect(parseAlerts('\uFEFFstart\n2026-01-01', 'csv', map).alerts).toHaveLength(1);
    expect(parseAlerts('\uFEFF{"start":"2026-01-01"}', 'ndjson', map).alerts).toHaveLength(1);
  });

  it('decodes UTF-8, UTF-16 with its mark, and what Excel saves', () => {
    const text = 'what,start\nStörung – „Müller“ 5 €,2026-01-01';
    const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const windows = Buffer.from(
      text
        .replaceAll('ö', '\xf6')
        .replaceAll('ü', '\xfc')
        .replace('–', '\x96')
        .replace('„', '\x84')
        .replace('“', '\x93')
        .replace('€', '\x80'),
      'latin1',
    );
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16, Buffer.from(utf16).swap16(), windows])
      expect(decodeTable(bytes, 'csv')).toBe(text);
  });

  it('takes a broken character for one, and not the whole file for another encoding', () => {
    const text = 'Jürgen: Störung';
    const cutBytes = Buffer.concat([Buffer.from(`${text}, M`), Buffer.from('ü').subarray(0, 1), Buffer.from('\n')]);
    expect(decodeTable(cutBytes, 'csv')).toBe(`${text}, M\uFFFD\n`);
    // JSON is UTF-8 by definition
    expect(decodeTable(Buffer.from('{"what":"M\xfc"}', 'latin1'), 'ndjson')).toBe('{"what":"M\uFFFD"}');
    expect(decodeTable(Buffer.from('M\xfcller \uFFFD', 'utf8'), 'csv')).toBe('M\xfcller \uFFFD');
  });

  it('reads a header below an empty line, and below the separator that Excel names', () => {
    for (const before of ['\n', 'sep=;\r\n', '\r\nSEP=;\n\n'])
      expect(parseAlerts(`${before}what;start\nA, B;2026-01-01`, 'csv', { ...map, title: 'what' }).alerts).toMatchObject([
        { title: 'A, B' },
      ]);
  });

  it('reads a line of JSON each, and notes what is none', () => {
    const { alerts, notes } = parseAlerts('{"what":"A","start":1767323045}\nnonsense\n', 'ndjson', map);
    expect([alerts.length, notes.map(({ code }) => code)]).toEqual([1, ['import.unreadable_row']]);
  });
});

it('makes a log of kind import, in order of time, at the times that were recorded', () => {
  const { alerts } = parseAlerts(
    csv('B,2026-01-02 00:00,,2026-01-02 02:00,db,,', 'A,2026-01-01 00:00,2026-01-02 01:00,,DB,Ana,critical'),
    'csv',
    map,
  );
  const events = [...createImportedEvents(alerts, options)];
  expect(events[0]).toMatchObject({ type: 'LogOpened', data: { kind: 'import' } });
  expect(events.map(({ ordinal }) => ordinal)).toEqual(events.map((_, n) => n + 1));
  expect(events.map(({ meta }) => meta.at)).toEqual(events.map(({ meta }) => meta.at).toSorted());
  const ownEvents = events
    .filter(({ type }) => /^AlertGroup|^Signal/.test(type))
    .map(({ type, meta }) => `${meta.at.slice(0, 16)} ${type}`);
  expect(ownEvents).toEqual([
    '2026-01-01T00:00 SignalReceived',
    '2026-01-01T00:00 AlertGroupOpened',
    '2026-01-02T00:00 SignalReceived',
    '2026-01-02T00:00 AlertGroupOpened',
    '2026-01-02T01:00 AlertGroupAcknowledged',
    '2026-01-02T02:00 SignalReceived',
    '2026-01-02T02:00 AlertGroupResolved',
  ]);
  // one service, despite different spellings
  expect(
    new Set(events.flatMap(({ type, data }) => (type === 'AlertGroupOpened' ? (data as { serviceId: string }).serviceId : []))).size,
  ).toBe(1);
});

const hour = 3_600_000;
const beganAt = toMillis('2026-02-01T00:00:00.000Z');
const line = fc.record({
  at: fc.integer({ min: 0, max: 200 * hour }),
  ack: fc.option(fc.integer({ min: 0, max: 3 * hour })),
  end: fc.option(fc.integer({ min: 0, max: 6 * hour })),
  service: fc.constantFrom('db', 'web', 'Search'),
  who: fc.constantFrom('Ana', 'Bo', ''),
  level: fc.constantFrom('critical', 'warning', 'p2', 'odd'),
});

/** Computed from the table alone, without events or folds. */
const computeExpected = (lines: readonly (typeof line extends fc.Arbitrary<infer L> ? L : never)[]) => {
  const acks = lines.flatMap(({ ack, end }) => (ack !== null && (end === null || ack <= end) ? [ack] : []));
  const ends = lines.flatMap(({ end }) => end ?? []);
  const rank = (sorted: readonly number[], share: number) => (sorted.length === 0 ? null : sorted[Math.ceil(share * sorted.length) - 1]!);
  const durations = (all: readonly number[]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const mean = all.length === 0 ? null : Math.round(all.reduce((sum, one) => sum + one, 0) / all.length);
    return {
      measured: all.length,
      missing: lines.length - all.length,
      mean,
      p50: rank(sorted, 0.5),
      p90: rank(sorted, 0.9),
      max: sorted.at(-1) ?? null,
    };
  };
  return {
    openings: lines.length,
    acknowledged: acks.length,
    stillOpen: lines.length - ends.length,
    mtta: durations(acks),
    resolve: durations(ends),
  };
};

it('gives the response report that the table gives by itself', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), (lines) => {
      const at = (millis: number | null): string => (millis === null ? '' : toInstant(millis));
      const text = csv(
        ...lines.map(({ at: start, ack, end, service, who, level }, n) => {
          const from = beganAt + start;
          return `Alert ${n},${at(from)},${at(ack === null ? null : from + ack)},${at(end === null ? null : from + end)},${service},${who},${level}`;
        }),
      );
      const events = [...createImportedEvents(parseAlerts(text, 'csv', map).alerts, options)] as readonly RecordedFact[];
      const report = new Report({
        report: 'response',
        version: 1,
        from: toInstant(beganAt - hour),
        to: toInstant(beganAt + 400 * hour),
        zone: 'UTC',
        zones: '2026c',
        ordinal: events.length,
        service: null,
        team: null,
        urgency: null,
        measures: namedMeasures.filter(({ name }) => name !== 'time_to_notify'),
      });
      const reader = new FactReader();
      for (const event of events) report.take(reader.read(event));
      const { figures } = JSON.parse(report.bytes()) as { figures: ResponseFigures };
      const { mtta, resolve, ...counts } = computeExpected(lines);
      expect(figures).toMatchObject({ ...counts, groups: lines.length, escalated: 0 });
      expect(figures.measures.map(({ all }) => all)).toMatchObject([mtta, resolve]);
    }),
    { numRuns: 40 },
  );
});

describe('a table that is too large', () => {
  it('is read up to the first row too many', () => {
    expect(parseAlerts(csv(...Array.from({ length: 9 }, () => 'A,2026-01-01 00:00,,,,,')), 'csv', map, 5).rows).toBe(6);
    expect(parseAlerts('{}\n'.repeat(9), 'ndjson', map, 5).rows).toBe(6);
  });

  it('is not read at all where it has too many columns, or a very long name of one', () => {
    const wideColumns = Array.from({ length: importLimits.imports.columns + 1 }, (_, n) => `c${n}`);
    for (const columns of [wideColumns, ['n'.repeat(importLimits.imports.columnCharacters + 1)]]) {
      const parsedAlerts = parseAlerts(`${columns.join(',')}\n1\n2`, 'csv', map);
      expect([parsedAlerts.rows, isWide(tableOf(parsedAlerts, 1).columns)]).toEqual([0, true]);
      const row = JSON.stringify(Object.fromEntries(columns.map((name) => [name, 1])));
      expect(parseAlerts(`${row}\n${row}`, 'ndjson', map).rows).toBe(1);
    }
    expect(JSON.stringify(tableOf(parseAlerts(`${'n'.repeat(9_999)}\n1`, 'csv', map), 1)).length).toBeLessThan(1_000);
  });
});

describe('a table with many people', () => {
  /** Number of scans of all people while the log was made. */
  const countLooks = (count: number): number => {
    const rows = Array.from({ length: count }, (_, n) => `A,2026-01-01 00:00,2026-01-01 00:01,,db,Person ${n},`);
    const looks = jest.spyOn(Table.prototype, 'values');
    const createdEvents = [...createImportedEvents(parseAlerts(csv(...rows), 'csv', map).alerts, options)];
    expect(createdEvents.filter(({ type }) => type === 'PersonJoined')).toHaveLength(count + 1);
    const { length } = looks.mock.calls;
    looks.mockRestore();
    return length;
  };

  it('looks at all of them once for hundreds, and not for each', () => {
    expect(countLooks(390) - countLooks(10)).toBeLessThan(5);
  });
});
