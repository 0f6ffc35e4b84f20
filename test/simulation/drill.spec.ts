import * as fc from 'fast-check';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { severities } from '@tocsin/contracts/severities.js';
import { domain } from '@tocsin/domain/registry.js';
import { coverageOf } from '@tocsin/domain/observers/drills/coverage.js';
import { forecast } from '@tocsin/domain/observers/drills/forecast.js';
import { domainReads } from '@tocsin/domain/domain-reads.js';
import { Chance } from '@tocsin/kernel/chance.js';
import type { ExternalAnswer } from '@tocsin/kernel/replay/pending-answers.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { createSchedule, dutyActs, pageBySchedule } from './engine/duty-acts.js';
import { actorOf, toChangedSteps, highService, createWorld, lowService, people, policyId, teamId } from './installation.js';
import { sendSignal } from './monitoring.js';

/** Providers as a drill assumes them: each accepts every message at once. */
const acknowledgeOnPage = (event: Recorded): ExternalAnswer | undefined => {
  if (event.type !== 'AttemptStarted') return undefined;
  const { groupId, attemptId } = event.data as FactOf<'AttemptStarted'>;
  return { command: { type: 'RecordAttempt', data: { groupId, attemptId, outcome: { ok: true, state: 'delivered', providerId: null } } } };
};

/** An installation whose configuration was changed by many acts, without open groups. */
const createDrillWorld = (seed: number): World => {
  const world = createWorld({ answer: acknowledgeOnPage });
  const chance = new Chance(seed);
  const acts = chance.drawBetween(0, 25);
  if (chance.shouldHappen(0.8)) run(world, createSchedule(chance, Date.parse(world.now)));
  for (let n = 0; n < acts; n += 1) {
    const moment = { chance, memory: world.memory, now: Date.parse(world.now) };
    const act =
      world.memory.rows('schedules').size > 0 && chance.shouldHappen(0.6) ? chance.pick([...dutyActs, pageBySchedule])(moment) : undefined;
    if (act) run(world, act);
    else change(world, chance);
    if (chance.shouldHappen(0.5)) world.advance(chance.drawBetween(1, 30) * 60_000);
  }
  return world;
};

const run = (world: World, { actingPersonId: by, command }: NonNullable<ReturnType<(typeof dutyActs)[number]>>): void =>
  void world.run(command, { actor: actorOf(by) });

const change = (world: World, chance: Chance): void => {
  const { version } = world.memory.rows<{ version: number }>('policies').get(policyId)!;
  const n = chance.drawBetween(0, 5);
  const rules = { steps: toChangedSteps(n), repeats: n % 3, climbLow: chance.shouldHappen(0.5), lowWaits: chance.shouldHappen(0.5) };
  const data = { teamId, policyId, version, name: 'Payments primary', ...rules };
  if (chance.shouldHappen(0.7)) world.run({ type: 'ChangePolicy', data }, { actor: actorOf(people[0]) });
  else world.run({ type: 'DisablePerson', data: { personId: people[1], leaveGaps: true } }, { actor: actorOf(people[0]) });
};

/** Who would be paged, when, by which method and why, without ids that a drill can’t share. Entries of the same instant have no order. */
const toOutline = (events: readonly Recorded[], until: string): readonly string[] => {
  const pages = new Map<string, string>();
  const outlineTypes = new Set([
    'AlertGroupOpened',
    'EscalationStepTaken',
    'PageStarted',
    'AttemptPlanned',
    'AttemptStarted',
    'AttemptWaits',
    'EscalationExhausted',
  ]);
  const lines = events.flatMap((event) => {
    const data = event.data as Record<string, unknown>;
    if (event.type === 'PageStarted') pages.set(String(data['pageId']), String(data['personId']));
    if (!outlineTypes.has(event.type) || event.meta.at > until) return [];
    const {
      groupId: _g,
      pageId,
      slot: _s,
      attemptId: _a,
      number: _n,
      origin: _o,
      alerts: _l,
      title: _t,
      previousGroupId: _p,
      plannedBy: _b,
      epoch: _e,
      ring,
      ...rest
    } = data;
    const pagedPersonId = pages.get(String(pageId)) ?? '';
    return [`${event.meta.at} ${event.type} ${pagedPersonId} ${JSON.stringify(ring ? { ...rest, ring: { ...ring, id: '' } } : rest)}`];
  });
  return lines.toSorted();
};

it('forecasts what then happens, whatever the configuration', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.integer({ min: 0, max: 3 * 24 * 60 }),
      fc.constantFrom(highService, lowService),
      fc.constantFrom(...severities),
      (seed, minutes, serviceId, severity) => {
        const world = createDrillWorld(seed);
        const at = addMillis(world.now, minutes * 60_000);
        const before = JSON.stringify(world.events);
        const drillForecast = forecast(domain, domainReads(world.memory), { serviceId, at, severity, labels: {} })!;
        expect(JSON.stringify(world.events)).toBe(before);
        world.advanceTo(at);
        const eventCount = world.events.length;
        sendSignal(world, { key: 'drill', serviceId, shape: 'each', alerts: [{ name: 'Drill', severity }] });
        world.advanceTo(drillForecast.until);
        const escalationEvents = world.events.slice(eventCount).filter(({ stream }) => stream.startsWith('alertGroup-'));
        expect(toOutline(drillForecast.events, drillForecast.until)).toEqual(toOutline(escalationEvents, drillForecast.until));
        expect(toOutline(escalationEvents, drillForecast.until).length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 30 },
  );
});

it('finds every stretch in which nobody would be reached, to the minute', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.array(fc.nat(6 * 60), { minLength: 12, maxLength: 12 }), (seed, minutes) => {
      const world = createDrillWorld(seed);
      const reads = domainReads(world.memory);
      const gaps = [...coverageOf(domain, reads, world.now, addMillis(world.now, 6 * 3_600_000))].flat();
      for (const minute of minutes) {
        const at = addMillis(world.now, minute * 60_000);
        const drillForecast = forecast(domain, reads, { serviceId: highService, at, severity: 'critical', labels: {} })!;
        const hasReachedPerson = drillForecast.events.some(({ type, data }) => {
          if (type !== 'PageStarted') return false;
          const { cause } = data;
          return cause.kind === 'escalation' && cause.round === 1;
        });
        const isGap = gaps.some(({ serviceId, from, to }) => serviceId === highService && from <= at && at < to);
        expect([at, isGap]).toEqual([at, !hasReachedPerson]);
      }
    }),
    { numRuns: 8 },
  );
});
