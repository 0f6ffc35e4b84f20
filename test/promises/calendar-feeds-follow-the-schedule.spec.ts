import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import ICAL from 'ical.js';
import type { CalendarFeedAnswer, FeedSubject } from '@tocsin/contracts/calendar-feeds/noun.js';
import type { HolidaysAnswer, ShiftsImportAnswer } from '@tocsin/contracts/schedules/calendar-import.js';
import type { ShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let primary: string;
beforeAll(async () => {
  stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-11-23T10:00:00.000Z' } });
  bo = await stage.addPerson('Bo');
  primary = await createScheduleOn(stage, 'Payments primary', { anchor: '2026-11-23T09:00:00.000Z', turns: [stage.ana, bo] });
});
afterAll(() => stage.close());

const feedOf = async ({ api }: Player, feedSubject: FeedSubject): Promise<{ readonly path: string; readonly feedId: string }> => {
  await api.prove();
  const { says } = await api.run('MakeCalendarFeed', { of: feedSubject, reminder: 60 });
  await stage.settle();
  return { path: new URL(String(says['address'])).pathname, feedId: String(says['feedId']) };
};
const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  stage.tocsin.anonymous.request<string>(method, path, undefined, headers);

interface Event {
  readonly uid: string;
  readonly summary: string;
  readonly from: string;
  readonly to: string;
  readonly sequence: number;
}
/** Parsed by an independent program. */
const eventsIn = (text: string): readonly Event[] =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, startDate, endDate, sequence } = new ICAL.Event(component);
    return { uid, summary, sequence, from: startDate.toJSDate().toISOString(), to: endDate.toJSDate().toISOString() };
  });
const listEvents = async (path: string): Promise<readonly Event[]> => eventsIn((await read(path)).body);

describe('a calendar feed', () => {
  it('shows the schedule to anyone with its address', async () => {
    const { path } = await feedOf(bo, { kind: 'schedule', scheduleId: primary });
    const range = 'from=2026-11-23T10:00:00.000Z&to=2027-01-20T00:00:00.000Z';
    const { body } = await stage.ana.api.request<ShiftsAnswer>('GET', `/api/schedules/${primary}/shifts?${range}`);
    const names = { [stage.ana.personId]: 'Ana', [bo.personId]: 'Bo' };
    const finalShifts = body.final
      .slice(0, -1)
      .map(({ from, to, personId }) => ({ from, to, summary: `${names[personId]}: Payments primary` }));
    expect((await listEvents(path)).slice(0, finalShifts.length)).toMatchObject(finalShifts);
    const { headers, body: text } = await read(path);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['text/calendar; charset=utf-8', 'private, no-cache']);
    expect(text).toContain('TRIGGER:-PT1H');
    expect(text).not.toContain('@example.org');
  });

  it('of a person has theirs alone, as JSON too; what is known is not sent again', async () => {
    const { path } = await feedOf(bo, { kind: 'person' });
    const feedEvents = await listEvents(path);
    expect(new Set(feedEvents.map(({ summary }) => summary))).toEqual(new Set(['On call: Payments primary']));
    const { body: text } = await read(path, { accept: 'application/json' });
    const json = text as unknown as CalendarFeedAnswer;
    expect(json.shifts.map(({ uid, personId }) => ({ uid, personId }))).toEqual(
      feedEvents.map(({ uid }) => ({ uid, personId: bo.personId })),
    );
    const { headers } = await read(path);
    const knownEtag = { 'if-none-match': headers.get('etag')! };
    expect([await read(path, knownEtag), await read(path, {}, 'HEAD')]).toMatchObject([
      { status: 304, body: '' },
      { status: 200, body: '' },
    ]);
  });

  it('moves its events when a handoff is moved, and doubles none', async () => {
    const { path } = await feedOf(bo, { kind: 'schedule', scheduleId: primary });
    const before = await listEvents(path);
    const { timeZone, versions } = await stage.ana.api.row('schedules', primary);
    const length = { unit: 'days', count: 1, time: '12:00' } as const;
    const layers = versions[0]!.layers.map((layer) => ({ ...layer, rotation: { ...layer.rotation, length } }));
    await stage.ana.api.run('ChangeSchedule', { scheduleId: primary, version: 1, timeZone, layers });
    const after = await listEvents(path);
    expect(new Set(after.map(({ uid }) => uid)).size).toBe(after.length);
    const movedEvent = after.find(({ uid }) => uid === before[3]!.uid)!;
    // the turn that runs ends by the new pattern, today at noon; the next one follows it
    expect([before[3]!.from, movedEvent.from]).toEqual(['2026-11-26T09:00:00.000Z', '2026-11-25T12:00:00.000Z']);
    expect(movedEvent.sequence).toBeGreaterThan(before[3]!.sequence);
  });
});

describe('an address of a feed', () => {
  it('answers nothing once it is revoked, while feeds are off, and when its person is disabled', async () => {
    const cleo = await stage.addPerson('Cleo');
    const [first, second] = [await feedOf(bo, { kind: 'person' }), await feedOf(cleo, { kind: 'person' })];
    const statusOf = async (path: string) => (await read(path)).status;
    await bo.api.run('RevokeCalendarFeed', { feedId: first.feedId });
    await stage.settle();
    expect([await statusOf(first.path), await statusOf(second.path), await statusOf('/feeds/wrong.ics')]).toEqual([404, 200, 404]);
    await stage.ana.api.run('SwitchCalendarFeeds', { on: false });
    await stage.settle();
    expect(await statusOf(second.path)).toBe(404);
    await bo.api.prove();
    expect(await bo.api.expectRefusal('MakeCalendarFeed', { of: { kind: 'person' } })).toMatchObject({
      code: 'calendar_feed.switched_off',
    });
    await stage.ana.api.run('SwitchCalendarFeeds', { on: true });
    await stage.ana.api.run('DisablePerson', { personId: cleo.personId, leaveGaps: true });
    await stage.settle();
    expect(await statusOf(second.path)).toBe(404);
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

describe('another calendar', () => {
  const toCalendarText = (...listEvents: readonly (readonly [uid: string, title: string, from: string, to: string])[]): string =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Example//EN',
      ...listEvents.flatMap(([uid, title, from, to]) => [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        `SUMMARY:${title}`,
        `DTSTART${from}`,
        `DTEND${to}`,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  const preview = async (source: object): Promise<ShiftsImportAnswer> => {
    const body = { calendar: 'Rota', how: 'replace', ...source };
    const answer = await stage.ana.api.request<ShiftsImportAnswer>('POST', `/api/schedules/${primary}/calendar`, body);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const importCalendar = async (source: object) => {
    const { shifts } = await preview(source);
    await stage.ana.api.run('ImportOverrides', { scheduleId: primary, calendar: 'Rota', how: 'replace', shifts });
    return (await stage.ana.api.row('schedules', primary)).overrides.filter(({ kind }) => kind === 'add');
  };

  it('puts on call whom it names, and imported again moves and removes what it says otherwise', async () => {
    const one = ['one', 'Bo on call', ':20261201T080000Z', ':20261202T080000Z'] as const;
    const unknownEvent = ['two', 'Nobody we know', ':20261203T080000Z', ':20261204T080000Z'] as const;
    const bosEvent = ['three', 'Bo', ':20261205T080000Z', ':20261206T080000Z'] as const;
    const text = toCalendarText(one, unknownEvent, bosEvent);
    expect(await preview({ text })).toMatchObject({
      added: 2,
      events: [{ problem: null }, { problem: 'nobody' }, { personId: bo.personId }],
    });
    const first = await importCalendar({ text });
    expect(first).toMatchObject([{ personId: bo.personId, from: '2026-12-01T08:00:00.000Z' }, { from: '2026-12-05T08:00:00.000Z' }]);
    expect(await importCalendar({ text })).toEqual(first);
    const movedText = toCalendarText(['one', 'Bo on call', ':20261201T100000Z', ':20261202T080000Z']);
    expect(await preview({ text: movedText })).toMatchObject({ added: 0, changed: 1, removed: 1, unchanged: 0 });
    const [onlyImport, ...otherProblems] = await importCalendar({ text: movedText });
    expect([onlyImport, otherProblems]).toMatchObject([{ overrideId: first[0]!.overrideId, from: '2026-12-01T10:00:00.000Z' }, []]);
    const range = 'from=2026-12-01T10:00:00.000Z&to=2026-12-02T08:00:00.000Z';
    const { body } = await stage.ana.api.request<ShiftsAnswer>('GET', `/api/schedules/${primary}/shifts?${range}`);
    expect(body.final.map(({ personId }) => personId)).toEqual([bo.personId]);
  });

  it('is read from an address, but from no private one, and not if it is none', async () => {
    const server = createServer((_request, response) =>
      response.end(toCalendarText(['four', 'Bo', ':20261207T080000Z', ':20261208T080000Z'])),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await preview({ address: `http://127.0.0.1:${port}/rota.ics` })).toMatchObject({ shifts: [{ personId: bo.personId }] });
    await new Promise((resolve) => server.close(resolve));
    const expectImportRefused = async (source: object) => {
      const { body } = await stage.ana.api.request<{ code: string }>('POST', '/api/calendars/holidays', source);
      return body.code;
    };
    expect(await expectImportRefused({ address: 'http://10.1.2.3/rota.ics' })).toBe('outgoing.private_address');
    expect(await expectImportRefused({ address: `http://127.0.0.1:${port}/rota.ics` })).toBe('calendar.unreadable');
    expect(await expectImportRefused({ text: 'Hello' })).toBe('calendar.unreadable');
    expect(await expectImportRefused({})).toBe('request.invalid');
  });

  it('of holidays is imported once, however often, and chosen for everybody', async () => {
    const text = toCalendarText(['christmas', 'Christmas Day', ';VALUE=DATE:20261225', ';VALUE=DATE:20261226']);
    const { body } = await stage.ana.api.request<HolidaysAnswer>('POST', '/api/calendars/holidays', { text });
    expect(body.days).toMatchObject([{ date: '2026-12-25', name: 'Christmas Day' }]);
    const { says } = await stage.ana.api.run('ImportHolidayCalendar', { name: 'Germany', days: body.days });
    const calendarId = String(says['calendarId']);
    expect((await stage.ana.api.run('ImportHolidayCalendar', { calendarId, name: 'Germany', days: body.days })).says).toMatchObject({
      nothingNew: true,
    });
    await stage.ana.api.run('ChooseDefaultHolidayCalendar', { calendarId });
    expect(await stage.ana.api.list('holidayCalendars')).toMatchObject([
      { id: calendarId, name: 'Germany', days: [{ date: '2026-12-25' }] },
    ]);
  });
});
