import ICAL from 'ical.js';
import type { CalendarFeedAnswer, FeedOf } from '@tocsin/contracts/calendar-feeds.js';
import type { ShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';
import { scheduleOn } from '@tocsin/testing/schedules/on-stage.js';
import { Stage, type Player } from '@tocsin/testing/stage.js';

let stage: Stage;
let bo: Player;
let primary: string;
beforeAll(async () => {
  stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-11-23T10:00:00.000Z' } });
  bo = await stage.person('Bo');
  primary = await scheduleOn(stage, 'Payments primary', { anchor: '2026-11-23T09:00:00.000Z', turns: [stage.ana, bo] });
});
afterAll(() => stage.close());

const feedOf = async ({ api }: Player, of: FeedOf): Promise<{ readonly path: string; readonly feedId: string }> => {
  await api.prove();
  const { says } = await api.run('MakeCalendarFeed', { of, reminder: 60 });
  await stage.settle();
  return { path: new URL(String(says['address'])).pathname, feedId: String(says['feedId']) };
};
const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  stage.tocsin.nobody.request<string>(method, path, undefined, headers);

interface Event {
  readonly uid: string;
  readonly summary: string;
  readonly from: string;
  readonly to: string;
  readonly sequence: number;
}
/** As another program reads it. */
const eventsIn = (text: string): readonly Event[] =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, startDate, endDate, sequence } = new ICAL.Event(component);
    return { uid, summary, sequence, from: startDate.toJSDate().toISOString(), to: endDate.toJSDate().toISOString() };
  });
const events = async (path: string): Promise<readonly Event[]> => eventsIn((await read(path)).body);

describe('a calendar feed', () => {
  it('says to whoever has its address what the schedule says', async () => {
    const { path } = await feedOf(bo, { kind: 'schedule', scheduleId: primary });
    const range = 'from=2026-11-23T10:00:00.000Z&to=2027-01-20T00:00:00.000Z';
    const { body } = await stage.ana.api.request<ShiftsAnswer>('GET', `/api/schedules/${primary}/shifts?${range}`);
    const names = { [stage.ana.personId]: 'Ana', [bo.personId]: 'Bo' };
    const shown = body.final.slice(0, -1).map(({ from, to, personId }) => ({ from, to, summary: `${names[personId]}: Payments primary` }));
    expect((await events(path)).slice(0, shown.length)).toMatchObject(shown);
    const { headers, body: text } = await read(path);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['text/calendar; charset=utf-8', 'private, no-cache']);
    expect(text).toContain('TRIGGER:-PT1H');
    expect(text).not.toContain('@example.org');
  });

  it('of a person has theirs alone, as JSON too; what is known is not sent again', async () => {
    const { path } = await feedOf(bo, { kind: 'person' });
    const found = await events(path);
    expect(new Set(found.map(({ summary }) => summary))).toEqual(new Set(['On call: Payments primary']));
    const { body: text } = await read(path, { accept: 'application/json' });
    const json = text as unknown as CalendarFeedAnswer;
    expect(json.shifts.map(({ uid, personId }) => ({ uid, personId }))).toEqual(found.map(({ uid }) => ({ uid, personId: bo.personId })));
    const { headers } = await read(path);
    const known = { 'if-none-match': headers.get('etag')! };
    expect([await read(path, known), await read(path, {}, 'HEAD')]).toMatchObject([
      { status: 304, body: '' },
      { status: 200, body: '' },
    ]);
  });

  it('moves its events when a handoff is moved, and doubles none', async () => {
    const { path } = await feedOf(bo, { kind: 'schedule', scheduleId: primary });
    const before = await events(path);
    const { timeZone, versions } = await stage.ana.api.row('schedules', primary);
    const length = { unit: 'days', count: 1, time: '12:00' } as const;
    const layers = versions[0]!.layers.map((layer) => ({ ...layer, rotation: { ...layer.rotation, length } }));
    await stage.ana.api.run('ChangeSchedule', { scheduleId: primary, version: 1, timeZone, layers });
    const after = await events(path);
    expect(new Set(after.map(({ uid }) => uid)).size).toBe(after.length);
    const moved = after.find(({ uid }) => uid === before[3]!.uid)!;
    // the turn that runs ends by the new pattern, today at noon; the next one follows it
    expect([before[3]!.from, moved.from]).toEqual(['2026-11-26T09:00:00.000Z', '2026-11-25T12:00:00.000Z']);
    expect(moved.sequence).toBeGreaterThan(before[3]!.sequence);
  });
});

describe('an address of a feed', () => {
  it('answers nothing once it is revoked, while feeds are off, and when its person is disabled', async () => {
    const cleo = await stage.person('Cleo');
    const [first, second] = [await feedOf(bo, { kind: 'person' }), await feedOf(cleo, { kind: 'person' })];
    const status = async (path: string) => (await read(path)).status;
    await bo.api.run('RevokeCalendarFeed', { feedId: first.feedId });
    await stage.settle();
    expect([await status(first.path), await status(second.path), await status('/feeds/wrong.ics')]).toEqual([404, 200, 404]);
    await stage.ana.api.run('SwitchCalendarFeeds', { on: false });
    await stage.settle();
    expect(await status(second.path)).toBe(404);
    await stage.ana.api.run('SwitchCalendarFeeds', { on: true });
    await stage.ana.api.run('DisablePerson', { personId: cleo.personId, leaveGaps: true });
    await stage.settle();
    expect(await status(second.path)).toBe(404);
  });

  it('stands in no event and no row', async () => {
    const { path } = await feedOf(stage.ana, { kind: 'person' });
    const secret = /\/feeds\/(.+)\.ics/.exec(path)![1]!;
    const { body } = await stage.ana.api.request('GET', '/api/events?limit=200');
    const rows = await stage.ana.api.request('GET', '/api/views/calendarFeeds');
    expect(`${JSON.stringify(body)} ${JSON.stringify(rows.body)} ${stage.tocsin.output()}`).not.toContain(secret);
    expect(JSON.stringify(rows.body)).not.toContain('keyHash');
  });
});
