import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EscalationStep } from '@tocsin/domain/operation/alert-groups/paging/rules.js';
import { ana, bo, Scenario, pages, teamId } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { idOf } from '@tocsin/domain/configuration.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import { alertmanager, alertmanagerId, alertOf } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { scheduleCreated, weekly } from '@tocsin/domain/setup/schedules/facts.fixture.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { byTier } from '@tocsin/testing/tier.js';
import { ToyServer, toyStart } from '@tocsin/testing/toys/toy-server.js';

const sender = { kind: 'sender' as const, id: alertmanagerId, roles: [] };
const startSending = { ok: true, state: 'sent', providerId: null };
const many = byTier({ short: 150, full: 1_000, deep: 1_000 });
/** The instant at which every schedule hands off and the second step is due. */
const handoff = addMillis(toyStart, 5 * 60_000);
const scheduleIdOf = (n: number): string => idOf(`5c${String(n).padStart(4, '0')}`);

/** Ana until the handoff, then Bo, for an hour each. */
const layer = {
  ...weekly,
  rotation: { ...weekly.rotation, length: { unit: 'hours' as const, count: 1 }, anchor: addMillis(handoff, -3_600_000) },
};
const schedules = Array.from({ length: many }, (_, n): Fact => ({
  type: 'ScheduleCreated',
  data: { ...scheduleCreated.data, teamId, scheduleId: scheduleIdOf(n), name: `Schedule ${n}`, layers: [layer] },
}));

/** Many schedules, and an alert that pages by these steps. */
const startFiring = async (steps: readonly EscalationStep[]): Promise<ToyServer> => {
  const scenario = new Scenario({ steps });
  const effects = (live: ToyServer) => ({
    AttemptStarted: async (event: Recorded) => {
      const { groupId, attemptId } = event.data as FactOf<'AttemptStarted'>;
      await live.answer(event, { type: 'RecordAttempt', data: { groupId, attemptId, outcome: startSending } });
    },
  });
  const server = await ToyServer.start({ domain, effects });
  const facts = scenario.world.events.filter(({ stream }) => stream === 'configuration').map(({ type, data }) => ({ type, data }));
  await server.record('configuration', [...facts, ...schedules], sender, 'c0');
  const receivedSignal = { ...alertmanager([alertOf('database', { severity: 'critical' })], { key: 'database' }), receivedAt: toyStart };
  await server.record('inbox-n1', [{ type: 'SignalReceived', data: receivedSignal }], sender, 'c1');
  await server.whenSettled();
  return server;
};

const ofType = (events: readonly Recorded[], type: string): readonly Recorded[] => events.filter((event) => event.type === type);
const eventsSince = (events: readonly Recorded[], at: string): readonly Recorded[] => events.filter(({ meta }) => meta.at >= at);
const pagedPeople = (events: readonly Recorded[]): readonly string[] =>
  ofType(events, 'PageStarted').map(({ data }) => (data as FactOf<'PageStarted'>).personId);

describe('many schedules that hand off at one instant', () => {
  it('are recorded after a page that falls due at the same instant has gone out', async () => {
    const server = await startFiring([pages([ana]), pages([bo])]);
    await server.advanceTo(handoff);
    const events = eventsSince(await server.events(), handoff);
    const handoffs = ofType(events, 'OnCallChanged');
    const [attempt] = ofType(events, 'AttemptStarted');
    expect(handoffs).toHaveLength(many);
    expect(pagedPeople(events)).toEqual([bo]);
    expect(attempt!.ordinal).toBeLessThan(handoffs[0]!.ordinal);
    await server.stop();
  });

  it('page nobody and cancel nothing by that alone', async () => {
    const server = await startFiring([{ ...pages([], { waitMinutes: 30 }), targets: [{ kind: 'schedule', scheduleId: scheduleIdOf(0) }] }]);
    const before = (await server.events()).at(-1)!.ordinal;
    await server.advanceTo(handoff);
    const events = await server.events();
    expect(pagedPeople(events)).toEqual([ana]);
    expect([...new Set(events.filter(({ ordinal }) => ordinal > before).map(({ type }) => type))].toSorted()).toEqual([
      'HandoffPlanned',
      'OnCallChanged',
    ]);
    await server.stop();
  });
});
