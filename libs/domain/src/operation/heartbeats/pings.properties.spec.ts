import fc from 'fast-check';
import { addMillis, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { answerOf } from './answer.js';
import { cronAt, HeartbeatWorld, hourly } from './heartbeats.fixture.js';
import { nextMarks } from './marks.js';

const minute = 60_000;

it('no job that comes within its grace is ever overdue, over every change of the clock', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Africa/Casablanca');
  const crons = fc.constantFrom('30 2 * * *', '*/30 1-3 * * *', '0 * * * *');
  const days = fc.constantFrom('2026-03-28', '2026-10-24', '2026-04-04', '2026-10-03', '2026-02-14', '2026-03-21');
  const lates = fc.array(fc.integer({ min: -5 * minute, max: 10 * minute }), { minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(zones, crons, days, lates, (zone, cron, day, lateness) => {
      const start = `${day}T00:00:00.000Z`;
      const one = new HeartbeatWorld({ schedule: cronAt(cron, zone) }, start);
      one.pings();
      const times = nextMarks({ kind: 'cron', cron, zone }, start, lateness.length).map((mark, n) => addMillis(mark, lateness[n]!));
      for (const at of times.toSorted()) {
        one.at(at);
        one.pings();
      }
      expect(one.judged).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

it('no mark is answered twice, and none is given back', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.constantFrom('*/15 * * * *', '0 * * * *'), (minutes, cron) => {
      const always = { schedule: cronAt(cron), zones: '2026c', grace: 10 };
      let before: string | null = null;
      let at = '2026-11-21T00:00:00.000Z';
      const answered: string[] = [];
      for (const step of minutes) {
        at = addMillis(at, step * minute);
        const { answeredAt, isOnTime } = answerOf({ ...always, answeredAt: before, lastSuccessAt: null }, at);
        if (isOnTime) answered.push(answeredAt);
        expect(answeredAt >= (before ?? '')).toBe(true);
        before = answeredAt;
      }
      expect(new Set(answered).size).toBe(answered.length);
    }),
  );
});

it('whatever a job says, it is down exactly from its last deadline on until the next success', () => {
  const acts = fc.array(fc.record({ after: fc.integer({ min: 0, max: 150 }), kind: fc.constantFrom('success', 'fail', 'start', 'log') }), {
    maxLength: 25,
  });
  fc.assert(
    fc.property(acts, (all) => {
      const one = new HeartbeatWorld({ schedule: hourly });
      let isDown = false;
      let due = Number.POSITIVE_INFINITY;
      for (const { after, kind } of all) {
        one.at(after);
        const now = toMillis(one.world.now);
        // a ping at the very deadline is in time
        isDown ||= now > due + 1_000;
        expect([toInstant(now), one.row.state === 'overdue' || one.row.state === 'failing']).toEqual([toInstant(now), isDown]);
        one.pings(kind);
        if (kind === 'log') continue;
        if (kind === 'start') due = now + 20 * minute;
        else due = now + 70 * minute;
        isDown = kind === 'fail' || (kind === 'start' && isDown);
      }
      expect(one.world.refusals).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
