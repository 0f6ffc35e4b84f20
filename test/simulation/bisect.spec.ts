// simulation: full, its search has a spec of its own beside the domain
import * as fc from 'fast-check';
import { layer } from '@tocsin/contracts/schedules/layers.js';
import { bisect as limits } from '@tocsin/contracts/backtests/limits.js';
import type { BisectedKind } from '@tocsin/contracts/backtests/bisect.js';
import { bo, cleo, idOf } from '@tocsin/domain/configuration.fixture.js';
import { runBisect, type BisectFindings } from '@tocsin/domain/observers/backtests/bisect/bisect.js';
import { domain } from '@tocsin/domain/registry.js';
import { setUpData } from '@tocsin/domain/setup/organisation/facts.fixture.js';
import { asSource } from '@tocsin/kernel/replay/source.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { byTier } from '@tocsin/testing/tier.js';
import { actorOf, createWorld, runCommand, teamId, toStep } from './installation.js';
import { sendSignal } from './monitoring.js';
import { createReplier } from './steps.js';

const hour = 3_600_000;
const day = 24 * hour;
const nights = 2;
const services = [0, 1, 2];
const { integrationId } = setUpData.integration;

const jobsId = idOf('17b');
const serviceOf = (n: number): string => idOf(`5e${n}0`);
const policyOf = (n: number): string => idOf(`90${n}0`);
const scheduleOf = (n: number): string => idOf(`5c${n}0`);
const alertOf = (n: number): string => `Alert ${n}`;
const isAlert = (n: number) => [{ label: 'alertname', operator: '=', value: alertOf(n) }];
const inDays = (world: World, days: number): string => addMillis(world.now, days * day);

interface Plant {
  readonly kind: BisectedKind;
  readonly idOf: (n: number) => string;
  /** As it is in the good period: nobody is rung at night for this service. */
  readonly quiet: (world: World, n: number) => void;
  /** From then on its alerts ring. */
  readonly loud: (world: World, n: number) => void;
}

const changePolicy = (world: World, n: number, version: number, targets: readonly object[]): void =>
  runCommand(world, {
    type: 'ChangePolicy',
    data: {
      teamId,
      policyId: policyOf(n),
      version,
      name: `Policy ${n}`,
      steps: [{ targets, waitMinutes: 60, notifyOthersStill: false }],
      repeats: 0,
      climbLow: false,
    },
  });

/** Bo is told quietly, Cleo is rung. */
const pages = (personId: string): readonly object[] => toStep(personId, 60).targets;

const ofSchedule = (personId: string) => {
  const weekly = {
    layerId: idOf('1a1'),
    name: 'Weekly',
    rotation: {
      slots: [{ slotId: personId, people: [personId] }],
      length: { unit: 'weeks', count: 1, time: '09:00', weekday: 1 },
      anchor: '2026-11-16T08:00:00.000Z',
    },
  };
  return { timeZone: 'UTC', layers: [layer.parse(weekly)] };
};

const routesOf = (n: number, rules: readonly object[], version: number) => ({
  type: 'ChangeRoutes',
  data: {
    teamId,
    integrationId,
    version,
    rules: rules.map((rule) => ({ ruleId: idOf(`1f${n}`), rows: [isAlert(n)], isOn: true, ...rule })),
  },
});
const routes = (outcome: object): Pick<Plant, 'kind' | 'idOf' | 'quiet' | 'loud'> => ({
  kind: 'routeRules',
  idOf: () => integrationId,
  quiet: (world, n) => runCommand(world, routesOf(n, [{ outcome }], 0)),
  loud: (world, n) => runCommand(world, routesOf(n, [], 1)),
});

const plants: Readonly<Record<string, Plant>> = {
  policy: {
    kind: 'policies',
    idOf: policyOf,
    quiet: (world, n) => changePolicy(world, n, 1, pages(bo)),
    loud: (world, n) => changePolicy(world, n, 2, pages(cleo)),
  },
  schedule: {
    kind: 'schedules',
    idOf: scheduleOf,
    quiet: (world, n) => {
      runCommand(world, {
        type: 'CreateSchedule',
        data: { teamId, scheduleId: scheduleOf(n), name: `Schedule ${n}`, externalKey: null, ...ofSchedule(bo) },
      });
      world.advance(0);
      changePolicy(world, n, 1, [{ kind: 'schedule', scheduleId: scheduleOf(n) }]);
    },
    loud: (world, n) => runCommand(world, { type: 'ChangeSchedule', data: { scheduleId: scheduleOf(n), version: 1, ...ofSchedule(cleo) } }),
  },
  route: routes({ kind: 'record_only' }),
  hold: routes({ kind: 'default', holdMinutes: 15 }),
  silence: {
    kind: 'silences',
    idOf: (n) => idOf(`51${n}0`),
    quiet: (world, n) =>
      runCommand(world, {
        type: 'StartSilence',
        data: {
          silenceId: idOf(`51${n}0`),
          teamId,
          matchers: isAlert(n),
          until: inDays(world, 20),
          comment: '',
          exempt: [],
          untilResolved: false,
          confirmedGroups: null,
        },
      }),
    loud: (world, n) => runCommand(world, { type: 'EndSilence', data: { silenceId: idOf(`51${n}0`) } }),
  },
  window: {
    kind: 'maintenanceWindows',
    idOf: (n) => idOf(`3a${n}0`),
    quiet: (world, n) =>
      runCommand(world, {
        type: 'PlanMaintenance',
        data: {
          windowId: idOf(`3a${n}0`),
          teamId,
          name: `Window ${n}`,
          services: [serviceOf(n)],
          matchers: [],
          behaviour: 'suppress',
          from: world.now.slice(0, 16),
          to: inDays(world, 20).slice(0, 16),
          zone: 'UTC',
          rule: null,
        },
      }),
    loud: (world, n) => runCommand(world, { type: 'RemoveMaintenance', data: { windowId: idOf(`3a${n}0`) } }),
  },
  // Bo is rung from then on for whatever pages him
  person: {
    kind: 'person',
    idOf: () => bo,
    quiet: (world, n) => changePolicy(world, n, 1, pages(bo)),
    loud: (world) =>
      runCommand(
        world,
        {
          type: 'AddNotificationRule',
          data: { personId: bo, contactMethodId: idOf(`c${bo.slice(-3)}`), ruleId: idOf('b0d'), urgency: 'high', delayMinutes: 0 },
        },
        actorOf(bo),
      ),
  },
};

interface Planted {
  readonly plant: string;
  readonly service: number;
}

interface Setting {
  readonly planted: readonly Planted[];
  /** Settings that are changed and matter to nobody, as often. */
  readonly noise: number;
  /** Alerts of a night of the later period for one of the earlier. */
  readonly times: number;
  /** The day of the later period, from its beginning, on which it is changed. */
  readonly on: number;
  /** What else is there before both periods, and is changed between their beginnings. */
  readonly before?: (world: World) => void;
  readonly between?: (world: World) => void;
}

const ping = (world: World): { readonly type: 'PingReceived'; readonly data: object } => ({
  type: 'PingReceived',
  data: {
    heartbeatId: idOf('4b1'),
    integrationId: jobsId,
    receivedAt: world.now,
    kind: 'success',
    exitStatus: null,
    runId: null,
    method: 'POST',
    from: '10.0.0.1',
    agent: 'curl',
    details: null,
    raw: null,
  },
});

/** Alerts of each service, an hour apart, which end before a hold does. */
const playNights = (world: World, count: number, times: number): void => {
  for (let n = 0; n < count; n += 1) {
    const dawn = addMillis(world.now, day);
    for (let turn = 0; turn < times; turn += 1) {
      for (const service of services) {
        const signal = { key: `${service}`, serviceId: serviceOf(service) };
        sendSignal(world, { ...signal, alerts: [{ name: alertOf(service) }] });
        world.advance(hour / 10);
        sendSignal(world, { ...signal, action: 'resolve', alerts: [{ name: alertOf(service), state: 'resolved' }] });
        world.advance(hour / 10);
      }
    }
    world.advanceTo(dawn);
  }
};

/** Two periods, and what was planted between their beginnings. */
const lives = ({ planted, noise, times, on, before, between }: Setting) => {
  const world = createWorld({ answer: createReplier([{ outcome: { ok: true, state: 'sent', providerId: null }, after: 300 }]) });
  for (const n of services) {
    const name = {
      name: `Policy ${n}`,
      steps: [{ targets: pages(cleo), waitMinutes: 60, notifyOthersStill: false }],
      repeats: 0,
      climbLow: false,
    };
    runCommand(world, { type: 'CreatePolicy', data: { teamId, policyId: policyOf(n), ...name } });
    const service = { description: '', runbook: null, ackTimeoutMinutes: null, reopenWindowMinutes: 0, urgencyRule: 'by_severity' };
    runCommand(world, {
      type: 'CreateService',
      data: { teamId, serviceId: serviceOf(n), name: `Service ${n}`, policyId: policyOf(n), ...service },
    });
  }
  for (const { plant, service } of planted) plants[plant]!.quiet(world, service);
  before?.(world);
  world.advance(hour);
  const against = world.now;
  playNights(world, nights, 1);
  const from = world.now;
  playNights(world, on, times);
  for (let n = 0; n < noise; n += 1) {
    const silence = { silenceId: idOf(`52${n}0`), matchers: [{ label: 'alertname', operator: '=', value: `Nothing ${n}` }] };
    runCommand(world, {
      type: 'StartSilence',
      data: { ...silence, teamId, until: inDays(world, 1), comment: '', exempt: [], untilResolved: false, confirmedGroups: null },
    });
  }
  for (const { plant, service } of planted) plants[plant]!.loud(world, service);
  between?.(world);
  playNights(world, nights - on, times);
  return { world, from, to: world.now, against };
};

const bisect = ({ world, ...periods }: ReturnType<typeof lives>, window = 10_000): BisectFindings => {
  const { events } = world;
  const steps = runBisect({ domain, source: asSource(events), written: byContract, window }, { ...periods, upTo: events.length });
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};

/** Both are rules of one integration’s router: one thing, edited twice. Or they are about Bo, whom another one stops paging. */
const areOneThing = (names: readonly string[]): boolean =>
  names.every((name) => plants[name]!.kind === 'routeRules') || names.includes('person');

const namedIn = ({ named }: BisectFindings): readonly string[] => named.map(({ kind, id }) => `${kind} ${id}`).toSorted();
const expectedFor = (planted: readonly Planted[]): readonly string[] =>
  planted.map(({ plant, service }) => `${plants[plant]!.kind} ${plants[plant]!.idOf(service)}`).toSorted();

const examples = { seed: 20261129, numRuns: byTier({ short: 1, full: 8, deep: 80 }) };

describe('the bisection of a bad period', () => {
  it.each(Object.keys(plants))('names a planted %s', (plant) => {
    fc.assert(
      fc.property(fc.constantFrom(...services), fc.nat(6), fc.nat(1), (service, noise, on) => {
        const planted = [{ plant, service }];
        const findings = bisect(lives({ planted, noise, times: 1, on }));
        expect([findings.ended, namedIn(findings)]).toEqual(['found', expectedFor(planted)]);
        expect(findings.named.map(({ alone, kept }) => [alone, kept])).toEqual([[nights - on, nights - on]]);
        expect(findings.runs).toBeLessThanOrEqual(limits.runs);
      }),
      examples,
    );
  });

  it('names two that were planted on different services', () => {
    const two = fc.shuffledSubarray(Object.keys(plants), { minLength: 2, maxLength: 2 }).filter((names) => !areOneThing(names));
    fc.assert(
      fc.property(two, fc.shuffledSubarray(services, { minLength: 2, maxLength: 2 }), fc.nat(6), (names, [one, other], noise) => {
        const planted = names.map((plant, n) => ({ plant, service: [one!, other!][n]! }));
        const findings = bisect(lives({ planted, noise, times: 1, on: 0 }));
        expect([findings.ended, namedIn(findings)]).toEqual(['found', expectedFor(planted)]);
        expect(findings.runs).toBeLessThanOrEqual(limits.runs);
      }),
      examples,
    );
  });

  it('names a planted change of a heartbeat', () => {
    const settings = { name: 'Backup', slug: 'backup', longestRun: 20, tolerate: 0, urgency: 'high', postOnly: false } as const;
    const heartbeat = { heartbeatId: idOf('4b1'), ...settings };
    const key = { keyHash: 'a'.repeat(64), keyRef: 'k' };
    const every = (minutes: number) => ({ ...heartbeat, schedule: { kind: 'interval', every: minutes }, grace: 1 });
    const life = lives({
      planted: [],
      noise: 2,
      times: 1,
      on: 0,
      before: (world) => {
        const jobs = { serviceId: serviceOf(0), integrationId: jobsId, name: 'Jobs', kind: 'healthchecks', ...key };
        runCommand(world, { type: 'CreateIntegration', data: { teamId, ...jobs } });
        world.advance(0);
        runCommand(world, { type: 'CreateHeartbeat', data: { integrationId: jobsId, ...key, ...every(10 * 24 * 60) } });
        world.record('inbox-n1', [ping(world)], { kind: 'sender', id: jobsId, roles: [] });
      },
      between: (world) => runCommand(world, { type: 'ChangeHeartbeat', data: every(60) }),
    });
    const findings = bisect(life);
    expect([findings.ended, namedIn(findings)]).toEqual(['found', [`heartbeats ${heartbeat.heartbeatId}`]]);
    expect(findings.named[0]!.alone).toBeGreaterThan(0);
  });

  it('brings settings of the organisation back, too, and does not name them: they page nobody', () => {
    const planted = [{ plant: 'policy', service: 1 }];
    const between = (world: World): void => {
      runCommand(world, { type: 'ChangeOrganisationTimeZone', data: { timeZone: 'Asia/Tokyo' } });
      runCommand(world, { type: 'ChangeClosingByAge', data: { days: 1 } });
    };
    const findings = bisect(lives({ planted, noise: 0, times: 1, on: 0, between }));
    expect(findings).toMatchObject({ ended: 'found', changed: 2 });
    expect(namedIn(findings)).toEqual(expectedFor(planted));
  });

  it('ends at once where there are only more alerts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 2, max: 3 }), (noise, times) => {
        const findings = bisect(lives({ planted: [], noise, times, on: 1 }));
        expect(findings).toMatchObject({ ended: 'signals', named: [], runs: 2, changed: noise });
      }),
      examples,
    );
  });

  it('comes to the same from a start that was folded once', () => {
    const life = lives({ planted: [{ plant: 'policy', service: 1 }], noise: 3, times: 1, on: 1 });
    expect(bisect(life, 20)).toEqual(bisect(life));
  });
});
