import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let scheduleId: string;
beforeAll(async () => {
  stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-11-23T10:00:00Z' } });
  bo = await stage.addPerson('Bo');
  scheduleId = await createScheduleOn(stage, 'Payments primary', { anchor: '2026-11-23T09:00:00.000Z', turns: [stage.ana] });
});
afterAll(() => stage.close());

/** One instant a line, as it is written and as it is stored. */
const written = [
  ['JavaScript', '2026-12-01T08:00:00.250Z', '2026-12-01T08:00:00.250Z'],
  ['Python', '2026-12-02T09:00:00.123456+01:00', '2026-12-02T08:00:00.123Z'],
  ['Python in UTC', '2026-12-03T08:00:00+00:00', '2026-12-03T08:00:00.000Z'],
  ['Go', '2026-12-04T03:00:00.999999999-05:00', '2026-12-04T08:00:00.999Z'],
  ['Go in UTC', '2026-12-05T08:00:00Z', '2026-12-05T08:00:00.000Z'],
  ['Java’s Instant', '2026-12-06T08:00:00.120Z', '2026-12-06T08:00:00.120Z'],
  ['Java’s OffsetDateTime', '2026-12-07T13:45+05:45', '2026-12-07T08:00:00.000Z'],
  ['lower case', '2026-12-08t08:00:00z', '2026-12-08T08:00:00.000Z'],
] as const;
const dayAfter = (instant: string): string => new Date(Date.parse(instant) + 3_600_000).toISOString();

it.each(written)('in a command, stored in UTC: %s', async (_writer, from, stored) => {
  const override = { kind: 'add', personId: bo.personId, from, to: dayAfter(stored) } as const;
  await stage.ana.api.run('AddOverrides', { scheduleId, overrides: [override] });
  const events = await stage.ana.api.events(`schedule-${scheduleId}`);
  expect(events.findLast(({ type }) => type === 'OverridesAdded')!.data['overrides']).toEqual([
    expect.objectContaining({ from: stored, to: dayAfter(stored) }),
  ]);
});

it.each(written)('in the address of a list, a report, a shift, the log and the past: %s', async (_writer, text, stored) => {
  const { api } = stage.ana;
  const read = async (path: string, instant: string): Promise<unknown> => {
    const { status, body } = await api.request('GET', path.replace('{}', encodeURIComponent(instant)));
    return [path, status, body];
  };
  for (const path of [
    `/api/schedules/${scheduleId}/shifts?from={}&to=2027-01-01T00:00:00Z`,
    '/api/on-call?at={}',
    '/api/events?from=2026-11-23T00:00:00%2B01:00&to={}',
    '/api/messages?from=2026-11-23T00:00:00Z&to={}',
    '/api/views/alertGroups?from.openedAt=2026-11-23T00:00:00Z&to.openedAt={}',
    '/api/views/alertGroups?at={}',
    '/api/views/alertGroups?where.openedAt={}',
    `/api/why?person=${bo.personId}&at={}`,
    '/api/reports/noise?from=2026-11-23&to={}',
  ]) {
    const asWritten = await read(path, text);
    expect(asWritten).toEqual([path, 200, expect.anything()]);
    expect(asWritten).toEqual(await read(path, stored));
  }
});

it('and what has no offset, or is no time, is refused by its field', async () => {
  for (const from of ['2026-12-01T08:00:00', '2026-12-01', 'tomorrow', '2026-02-30T08:00:00Z', '', 1_795_000_000]) {
    const override = { kind: 'add' as const, personId: bo.personId, from: from as string, to: '2026-12-30T08:00:00Z' };
    const { code, errors } = await stage.ana.api.expectRefusal('AddOverrides', { scheduleId, overrides: [override] });
    expect([from, code, errors]).toEqual([from, 'request.invalid', [expect.objectContaining({ path: 'overrides.0.from' })]]);
  }
  for (const query of ['events?from=tomorrow', 'views/alertGroups?at=tomorrow', 'views/alertGroups?from.openedAt=2026-12-01T08:00:00'])
    expect(await stage.ana.api.request('GET', `/api/${query}`)).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
});
