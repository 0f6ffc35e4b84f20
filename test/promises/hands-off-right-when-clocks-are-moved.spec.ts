import { story } from '@tocsin/testing/stage/story.js';
import { Temporal } from 'temporal-polyfill';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** The two nights of each zone, by the date that begins in them. */
const nights = {
  'Pacific/Auckland': ['2026-09-27', '2027-04-04'],
  'Australia/Lord_Howe': ['2026-10-04', '2027-04-04'],
  'Europe/Berlin': ['2026-10-25', '2027-03-28'],
  'Europe/London': ['2026-10-25', '2027-03-28'],
  'America/New_York': ['2026-11-01', '2027-03-14'],
} as const;
type Zone = keyof typeof nights;
const zones = Object.keys(nights) as Zone[];

const first = Temporal.PlainDate.from('2026-09-25');
const instantAt = (date: string, time: string, zone: string): Temporal.Instant =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone, { disambiguation: 'later' }).toInstant();

interface Moment {
  readonly zone: Zone;
  readonly title: string;
  readonly at: Temporal.Instant;
  /** Number of the day, counted from the first. */
  readonly day: number;
}

/** A minute before the handoff at three, and a minute after. 02:59 is the last time on the clock before three, on nights with a clock change too. */
const moments: readonly Moment[] = zones
  .flatMap((zone) =>
    nights[zone].flatMap((date): readonly Moment[] => {
      const after = instantAt(date, '03:01', zone);
      const day = first.until(Temporal.PlainDate.from(date)).total('days');
      return [
        { zone, title: `02:59 on ${date} in ${zone}`, at: after.subtract({ minutes: 2 }), day: day - 1 },
        { zone, title: `03:01 on ${date} in ${zone}`, at: after, day },
      ];
    }),
  )
  .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at));

let stage: Stage;
let bo: Player;
const schedules = {} as Record<Zone, string>;
let now: Temporal.Instant;
beforeAll(async () => {
  stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-09-25T18:00:00.000Z' } });
  bo = await stage.addPerson('Bo');
  for (const zone of zones) {
    const anchor = instantAt(first.toString(), '03:00', zone).toString({ smallestUnit: 'millisecond' });
    schedules[zone] = await createScheduleOn(stage, zone, {
      zone,
      anchor,
      length: { unit: 'days', count: 1, time: '03:00' },
      turns: [stage.ana, bo],
    });
  }
  await stage.setPolicy([{ page: zones.map((zone) => ({ kind: 'schedule' as const, scheduleId: schedules[zone] })), wait: 5 }]);
  now = Temporal.Instant.from(await stage.settle());
});
afterAll(() => stage.close());

/** In steps: a session without requests for a month expires. */
const passUntil = async (at: Temporal.Instant): Promise<void> => {
  while (Temporal.Instant.compare(now, at) < 0) {
    const part = now.add({ hours: 20 * 24 });
    const next = Temporal.Instant.compare(part, at) < 0 ? part : at;
    now = Temporal.Instant.from(await stage.advance(now.until(next, { largestUnit: 'hours' }).toString()));
    await stage.ana.api.row('teams', stage.setUpAnswer.teamId);
  }
};

/** The people on call in each zone, as found by a page at this moment. */
const pageAndCollect = async (at: Temporal.Instant, number: number): Promise<Readonly<Record<string, string>>> => {
  await passUntil(at);
  await stage.generic({ summary: 'Disk full', key: `night ${number}` });
  const { id } = await stage.getGroup(number);
  const { rungs } = await stage.getLadder(id);
  await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
  return Object.fromEntries(rungs[0]!.targets.map(({ target, persons }) => [String(target.scheduleId), persons[0]!.personId]));
};

story('a schedule', (chapter) => {
  chapter('pages whose day it is a minute before and a minute after the handoff, on both nights in five zones', async () => {
    const wrongDuties: string[] = [];
    for (const [n, { zone, title: says, at, day }] of moments.entries()) {
      const pagedName = (await pageAndCollect(at, n + 1))[schedules[zone]];
      const due = day % 2 === 0 ? stage.ana.personId : bo.personId;
      if (pagedName !== due) wrongDuties.push(says);
    }
    expect(wrongDuties).toEqual([]);
  });

  chapter('has recorded every handoff on the way, each at three on the clock of its zone', async () => {
    const lateHandoffs: string[] = [];
    for (const zone of zones) {
      const query = `where.scheduleId=${schedules[zone]}&sort=since&desc=1&limit=200`;
      const periods = await stage.ana.api.list('onCallPeriods', query);
      expect(periods.length).toBeGreaterThan(185);
      for (const { since } of periods.slice(0, -1)) {
        const local = Temporal.Instant.from(since).toZonedDateTimeISO(zone);
        // on nights on which three o’clock is skipped, it is the first moment after the gap
        if (local.toPlainTime().toString({ smallestUnit: 'minute' }) !== '03:00') lateHandoffs.push(`${zone} ${local.toString()}`);
      }
    }
    expect(lateHandoffs).toEqual([]);
  });
});
