import type { PingKind } from '@tocsin/contracts/heartbeats/pings.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { cronAt, HeartbeatWorld, heartbeatId, hourly, settings } from './heartbeats.fixture.js';
import { defaultGraceOf, nextMarks } from './marks.js';

// What the page of settled rules says of heartbeats, by its numbers: hourly, a grace of 10 minutes and a longest run of 20, unless said otherwise.
type Settings = ConstructorParameters<typeof HeartbeatWorld>[0];
/** `success 0, fail 61`: pings by minutes from the beginning; `away 30-60`: no reactor ran; `change 30`: to every 5 minutes. */
type Script = string;

const start = '2026-11-21T00:00:00.000Z';
const runIds = { a: '0000000a-0000-4000-8000-000000000000', b: '0000000b-0000-4000-8000-000000000000' } as const;

const plays = (script: Script, more: Settings, upTo: number, beginsAt = start): HeartbeatWorld => {
  const one = new HeartbeatWorld(more, beginsAt);
  const at = (minutes: number): void => one.at(addMillis(beginsAt, minutes * 60_000));
  for (const step of script.split(', ').filter(Boolean)) {
    const [what, when] = step.split(' ') as [string, string];
    const [from, to] = when.split('-').map(Number) as [number, number | undefined];
    at(from);
    const [kind, run] = what.split('/') as [string, 'a' | 'b' | undefined];
    if (kind === 'away') one.away(to! - from);
    else if (kind === 'change')
      one.has(`heartbeat-${heartbeatId}`, {
        type: 'HeartbeatChanged',
        data: { heartbeatId, integrationId: one.row.integrationId, ...settings, ...more, schedule: { kind: 'interval', every: 5 } },
      });
    else one.pings(kind as PingKind, run ? { runId: runIds[run] } : {});
  }
  at(upTo);
  expect(one.world.refusals).toEqual([]);
  return one;
};

/** When it went down and came back, by whole minutes: `overdue 70`. */
const changesOf = (one: HeartbeatWorld, beginsAt = start): readonly string[] =>
  one.world.events.flatMap(({ type, data, meta }) => {
    const minutes = Math.floor(millisBetween(beginsAt, meta.at) / 60_000);
    if (type === 'HeartbeatWentDown') return [`${(data as { because: string }).because === 'failed' ? 'failing' : 'overdue'} ${minutes}`];
    return type === 'HeartbeatRecovered' ? [`healthy ${minutes}`] : [];
  });

describe.each<[rule: string, cases: readonly (readonly [Script, Settings, upTo: number, expected: readonly string[]])[]]>([
  [
    '22: a fresh interval and grace after an absence; a second one moves the deadline',
    [
      ['success 0, away 30-90', {}, 159, []],
      ['success 0, away 30-90', {}, 161, ['overdue 160']],
      ['success 0, away 30-90, away 100-115', {}, 174, []],
      ['success 0, away 30-90, away 100-115', {}, 176, ['overdue 175']],
      ['success 0, away 30-90, success 95, away 100-105', {}, 176, ['overdue 175']],
      ['success 0, away 65-300', {}, 369, []],
      ['success 0, away 65-300', {}, 371, ['overdue 370']],
      ['start 0, away 10-100', {}, 119, []],
      ['start 0, away 10-100', {}, 121, ['overdue 120']],
      ['fail 0, away 10-100', {}, 300, ['failing 0']],
      ['away 10-100', {}, 9_000, []],
      // the mark of minute 120 is excused
      ['success 0, away 100-130', { schedule: cronAt('0 */2 * * *') }, 249, []],
      ['success 0, away 100-130', { schedule: cronAt('0 */2 * * *') }, 251, ['overdue 250']],
    ],
  ],
  [
    '23: which mark a ping answers',
    [
      ['success 0, success 70', {}, 139, []],
      ['success 0, success 70', {}, 141, ['overdue 140']],
      // every two hours: early within 10 minutes, as the grace is less than a quarter
      ['success 0, success 110', { schedule: cronAt('0 */2 * * *') }, 249, []],
      ['success 0, success 109', { schedule: cronAt('0 */2 * * *') }, 131, ['overdue 130']],
      ['success 0, success 110, success 121', { schedule: cronAt('0 */2 * * *') }, 251, ['overdue 250']],
      ['success 0, success 129', { schedule: cronAt('0 */2 * * *') }, 251, ['overdue 250']],
      ['success 0, success 130', { schedule: cronAt('0 */2 * * *') }, 249, []],
      // every 20 minutes: a quarter is 5
      ['success 0, success 15', { schedule: cronAt('*/20 * * * *') }, 49, []],
      ['success 0, success 14', { schedule: cronAt('*/20 * * * *') }, 31, ['overdue 30']],
      // the very first owes nothing
      ['success 50', { schedule: cronAt('0 */2 * * *') }, 131, ['overdue 130']],
      ['success 112', { schedule: cronAt('0 */2 * * *') }, 249, []],
    ],
  ],
  [
    '24: while a run goes on only its own deadline counts, and its end answers every mark before',
    [
      ['success 0, start 60', { longestRun: 200 }, 259, []],
      ['success 0, start 60', { longestRun: 200 }, 261, ['overdue 260']],
      ['success 0, start 60, success 250', { longestRun: 200 }, 319, []],
      ['success 0, start 60, success 250', { longestRun: 200 }, 321, ['overdue 320']],
      ['success 0, start 115, success 310', { schedule: cronAt('0 */2 * * *'), longestRun: 200 }, 369, []],
      ['success 0, start 115, success 310', { schedule: cronAt('0 */2 * * *'), longestRun: 200 }, 371, ['overdue 370']],
      ['start 0', {}, 21, ['overdue 20']],
      ['start 0, log 19', {}, 21, ['overdue 20']],
      ['start/a 0, start/b 10, success/b 15', {}, 21, ['overdue 20']],
      ['start/a 0, start/b 10, success/a 15', {}, 29, []],
      ['start/a 0, start/b 10, success/a 15', {}, 31, ['overdue 30']],
    ],
  ],
  [
    '26: missed and failed are counted apart, each until the next success',
    [
      ['success 0', { tolerate: 1 }, 129, []],
      ['success 0', { tolerate: 1 }, 131, ['overdue 130']],
      ['success 0', { tolerate: 9 }, 609, []],
      ['success 0', { tolerate: 9 }, 611, ['overdue 610']],
      ['success 0', { tolerate: 1, schedule: cronAt('0 */2 * * *') }, 249, []],
      ['success 0', { tolerate: 1, schedule: cronAt('0 */2 * * *') }, 251, ['overdue 250']],
      ['fail 0, fail 60', { tolerate: 1 }, 60, ['failing 60']],
      ['fail 0, success 30, fail 60', { tolerate: 1 }, 61, []],
      ['success 0, fail 60', { tolerate: 1 }, 189, []],
      ['success 0, fail 60', { tolerate: 1 }, 191, ['overdue 190']],
      // a failure ends no misses: one before it, one after it
      ['success 0, fail 120', { tolerate: 1 }, 189, []],
      ['success 0, fail 120', { tolerate: 1 }, 191, ['overdue 190']],
      ['success 0, success 120, fail 180', { tolerate: 1 }, 309, []],
      ['success 0, fail 240', { tolerate: 1, schedule: cronAt('0 */2 * * *') }, 371, ['overdue 370']],
      ['success 0, success 240, fail 360', { tolerate: 1, schedule: cronAt('0 */2 * * *') }, 609, []],
      ['success 0, fail 120, fail 180', { tolerate: 1 }, 181, ['failing 180']],
      // a run that takes too long is a missed one
      ['start 0', { tolerate: 1 }, 89, []],
      ['start 0', { tolerate: 1 }, 91, ['overdue 90']],
      ['start 0, start 60', { tolerate: 1 }, 81, ['overdue 80']],
      ['start 0, success 25, start 60', { tolerate: 1 }, 149, []],
      ['success 0, start 120', { tolerate: 1 }, 141, ['overdue 140']],
      ['success 0, start 60', { tolerate: 1 }, 81, []],
    ],
  ],
  [
    '27: a failure is heard, answers its mark and is not missing as well',
    [
      ['success 0, fail 60', {}, 300, ['failing 60']],
      ['success 0, fail 61, success 62', {}, 131, ['failing 61', 'healthy 62']],
      ['success 0, fail 65', { tolerate: 1 }, 130, []],
      ['success 0, fail 100', { tolerate: 1 }, 229, []],
      ['success 0, fail 100', { tolerate: 1 }, 231, ['overdue 230']],
      ['success 0, fail 121', { tolerate: 1, schedule: cronAt('0 */2 * * *') }, 369, []],
      ['success 0, fail 121', { tolerate: 1, schedule: cronAt('0 */2 * * *') }, 371, ['overdue 370']],
    ],
  ],
  [
    '28: without an id there is one run; an end ends its own and no other',
    [
      ['start 0, start 15', {}, 34, []],
      ['start 0, start 15', {}, 36, ['overdue 35']],
      ['start/a 0, success 5', {}, 21, ['overdue 20']],
      ['start 0, success/a 5', {}, 21, ['overdue 20']],
      ['start/a 0, start 5, success/a 10', {}, 26, ['overdue 25']],
      ['start/a 0, start/a 15', {}, 34, []],
    ],
  ],
  [
    '30: inactive, healthy, and overdue or failing, which are both down',
    [
      ['', {}, 90_000, []],
      ['log 0', {}, 90_000, []],
      ['fail 0, fail 60', {}, 300, ['failing 0']],
      ['success 0, fail 100', {}, 300, ['overdue 70']],
      ['success 0, start 100', {}, 300, ['overdue 70']],
      ['success 0, success 100', {}, 101, ['overdue 70', 'healthy 100']],
      ['fail 0, start 5, success 9', {}, 10, ['failing 0', 'healthy 9']],
    ],
  ],
  [
    '43: an edit makes nothing overdue, and counts from the next mark',
    [
      ['success 0, change 50', {}, 64, []],
      ['success 0, change 50', {}, 66, ['overdue 65']],
      ['success 0, change 50, success 54', {}, 68, []],
      ['start 0, change 10', {}, 29, []],
    ],
  ],
])('rule %s', (_rule, cases) => {
  it.each(
    cases.map(
      ([script, more, upTo, expected]) =>
        [`${script || 'nothing'} (${JSON.stringify(more)}) by minute ${upTo}`, script, more, upTo, expected] as const,
    ),
  )('%s', (_name, script, more, upTo, expected) => {
    expect(changesOf(plays(script, more, upTo))).toEqual(expected);
  });
});

describe('rule 25: a mark less than twelve hours from a change of its zone’s clock has an hour more', () => {
  // Berlin, 29 March 2026: changed at 01:00 UTC
  it.each([
    ['0 15 * * *', '2026-03-28T13:30:00.000Z', '2026-03-28T14:00:00.000Z', 70],
    ['0 13 * * *', '2026-03-28T11:30:00.000Z', '2026-03-28T12:00:00.000Z', 10],
    ['0 14 * * *', '2026-03-28T12:30:00.000Z', '2026-03-28T13:00:00.000Z', 10],
    ['0 3 * * *', '2026-03-29T00:30:00.000Z', '2026-03-29T01:00:00.000Z', 70],
    ['59 14 * * *', '2026-03-29T12:30:00.000Z', '2026-03-29T12:59:00.000Z', 70],
    ['0 15 * * *', '2026-03-29T12:30:00.000Z', '2026-03-29T13:00:00.000Z', 10],
  ])('%s at %s: the mark %s, %d minutes', (cron, begins, mark, minutes) => {
    const one = new HeartbeatWorld({ schedule: cronAt(cron, 'Europe/Berlin') }, begins);
    one.pings();
    one.at(addMillis(mark, minutes * 60_000));
    expect(one.judged).toEqual([]);
    one.at(1);
    expect(one.judged).toEqual(['HeartbeatWentDown missed']);
  });
});

describe('rule 29: the third recovery within an hour', () => {
  const restless = 'fail 0, success 5, fail 10, success 15, fail 20, success 25';
  it.each<[string, Script, Settings, number, boolean]>([
    ['keeps the group', restless, {}, 30, true],
    ['is none an hour after the first', 'fail 0, success 5, fail 10, success 15, fail 60, success 65', {}, 66, false],
    ['is one just before', 'fail 0, success 5, fail 10, success 15, fail 60, success 64', {}, 66, true],
    ['until three pings on time', `${restless}, success 85, success 145, success 205`, {}, 206, false],
    ['of which two are not enough', `${restless}, success 85, success 145`, {}, 150, true],
    ['of which none comes too soon after the one before', `${restless}, success 40, success 55, success 75`, {}, 80, true],
    ['but may be early by the grace', `${restless}, success 75, success 125, success 175`, {}, 180, false],
    ['and not by more', `${restless}, success 74, success 123, success 172`, {}, 175, true],
    ['a failure begins anew', `${restless}, success 85, success 145, fail 200, success 205, success 265, success 325`, {}, 330, true],
    ['a miss begins anew', `${restless}, success 85, success 145, success 220, success 280, success 340`, {}, 345, true],
    ['which three more end', `${restless}, success 85, success 145, success 220, success 280, success 340, success 400`, {}, 401, false],
    [
      'of a cron job: each answers a mark',
      `${restless}, success 60, success 120, success 180`,
      { schedule: cronAt('0 * * * *') },
      181,
      false,
    ],
    [
      'and one that answers none does not count',
      `${restless}, success 60, success 90, success 120`,
      { schedule: cronAt('0 * * * *') },
      121,
      true,
    ],
  ])('%s', (_name, script, more, upTo, isOpen) => {
    const one = plays(script, more, upTo);
    expect([one.row.isHeldOpen, one.groups.at(-1)]).toEqual([isOpen, isOpen ? 'firing' : 'resolved']);
  });
});

describe('rule 31: a day field that begins with a star is not set', () => {
  // 2026-11-21 is a Saturday
  it.each([
    ['0 0 */2 * 1', '2026-11-23T00:00:00.000Z'],
    ['0 0 * * 1', '2026-11-23T00:00:00.000Z'],
    ['0 0 25 * *', '2026-11-25T00:00:00.000Z'],
    ['0 0 25 * 1', '2026-11-23T00:00:00.000Z'],
    ['0 0 1-31 * 1', '2026-11-22T00:00:00.000Z'],
    ['0 0 22 * */2', '2026-11-22T00:00:00.000Z'],
    ['0 0 23 * */2', '2027-01-23T00:00:00.000Z'],
    ['0 0 * * 7', '2026-11-22T00:00:00.000Z'],
    ['@weekly', '2026-11-22T00:00:00.000Z'],
    ['@yearly', '2027-01-01T00:00:00.000Z'],
  ])('%s: %s', (cron, mark) => {
    const one = new HeartbeatWorld({ schedule: cronAt(cron), grace: 1 }, '2026-11-21T01:00:00.000Z');
    one.pings();
    expect(one.row.expectedAt).toBe(mark);
  });
});

describe('rule 32', () => {
  it.each<[PingKind, string]>([
    ['success', 'healthy'],
    ['start', 'healthy'],
    ['fail', 'failing'],
    ['log', 'inactive'],
  ])('%s: it is %s', (kind, state) => {
    expect(plays(`${kind} 0`, {}, 0).row.state).toBe(state);
  });

  it.each([
    ['*/5 * * * *', 5],
    ['* * * * *', 1],
    ['0 * * * *', 60],
    ['0 3 * * *', 60],
    ['0,10 3 * * *', 10],
    ['5,7 3 1 * *', 2],
    ['59 23 * * 0', 60],
  ])('the default grace of %s: %d', (cron, grace) => {
    expect(defaultGraceOf(cronAt(cron), start)).toBe(grace);
  });
  it.each([
    [1, 1],
    [30, 30],
    [60, 60],
    [1_440, 60],
  ])('the default grace of an interval of %d: %d', (every, grace) => {
    expect(defaultGraceOf({ ...hourly, kind: 'interval', every }, start)).toBe(grace);
  });
});

describe('the marks of a cron expression, in the nights in which the clock of Berlin is changed', () => {
  const marksAfter = (cron: string, at: string) =>
    nextMarks({ kind: 'cron', cron, zone: 'Europe/Berlin' }, at, 3).map((mark) => mark.slice(5, 16));
  it.each([
    ['30 2 * * *', ['03-29T01:00', '03-30T00:30', '03-31T00:30']],
    ['*/20 2 * * *', ['03-29T01:00', '03-30T00:00', '03-30T00:20']],
    ['0 */2 * * *', ['03-29T01:00', '03-29T02:00', '03-29T04:00']],
    ['0 2,3 * * *', ['03-29T01:00', '03-30T00:00', '03-30T01:00']],
    ['@midnight', ['03-29T22:00', '03-30T22:00', '03-31T22:00']],
  ])('%s where an hour is skipped: %j', (cron, expected) => expect(marksAfter(cron, '2026-03-29T00:30:00.000Z')).toEqual(expected));

  it.each([
    ['30 2 * * *', ['10-25T00:30', '10-26T01:30', '10-27T01:30']],
    ['*/30 2 * * *', ['10-25T00:00', '10-25T00:30', '10-26T01:00']],
    ['0 2,3 * * *', ['10-25T00:00', '10-25T02:00', '10-26T01:00']],
    ['*/15 * * * *', ['10-25T00:00', '10-25T00:15', '10-25T00:30']],
  ])('%s where an hour is repeated: %j', (cron, expected) => expect(marksAfter(cron, '2026-10-24T23:50:00.000Z')).toEqual(expected));
});
