import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { imaginedGroups } from '@tocsin/domain/operation/alert-groups/shared/what-if.js';
import { ana, bo, idOf } from '@tocsin/domain/configuration.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import { collectWhatIf, type WhatIfResult } from '@tocsin/kernel/replay/what-if.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { actorOf, runCommand, createWorld, lowService, policyId, toStep, teamId } from './installation.js';
import { sendLateSignal } from './monitoring.js';
import { createReplier } from './steps.js';

const minute = 60_000;
const scheduleId = idOf('5c');
const handoff = '2026-11-20T22:00:00.000Z';
const trigger = { key: 'db', action: 'trigger' } as const;

const startWorld = (): World =>
  createWorld({ answer: createReplier([{ outcome: { ok: true, state: 'sent', providerId: null }, after: 300 }]) });
const changePolicySteps = (world: World, steps: readonly object[], more: object = {}): void =>
  runCommand(world, {
    type: 'ChangePolicy',
    data: { teamId, policyId, version: 2, name: 'Payments primary', steps, repeats: 1, climbLow: false, ...more },
  });
const runWhatIf = (events: readonly Recorded[]): WhatIfResult => collectWhatIf(domain, events, { ...imaginedGroups, written: byContract });
const pagedPeople = (events: readonly Recorded[]) =>
  events.filter(({ type }) => type === 'PageStarted').map(({ data }) => (data as FactOf<'PageStarted'>).personId);

/** Ana and Bo take turns every hour, the next time at `handoff`. */
const withSchedule = (): World => {
  const world = startWorld();
  const slots = [ana, bo].map((personId, n) => ({ slotId: idOf(`50${n}`), people: [personId] }));
  const layer = {
    layerId: idOf('1a0'),
    name: 'Layer',
    timeZone: null,
    priority: 0,
    from: null,
    rotation: {
      slots,
      length: { unit: 'hours', count: 1 },
      anchor: addMillis(handoff, -60 * minute),
      countsCoveredTimeOnly: false,
    },
    restrictions: [],
  };
  const rules = { name: 'Primary', externalKey: null, timeZone: 'UTC', layers: [layer] };
  runCommand(world, { type: 'CreateSchedule', data: { scheduleId, teamId, ...rules } });
  return world;
};

describe('a decision that came late, across an instant at which time alone changes who is paged', () => {
  it('pages who is on call since a handoff: listed', () => {
    const world = withSchedule();
    changePolicySteps(world, [{ ...toStep(ana, 5), targets: [{ kind: 'schedule', scheduleId }] }]);
    world.advanceTo(addMillis(handoff, 40));
    sendLateSignal(world, addMillis(handoff, -10), 1, trigger);
    world.advance(minute);
    const { divergences, world: would } = runWhatIf(world.events);
    expect([pagedPeople(world.events), pagedPeople(would.events)]).toEqual([[bo], [ana]]);
    expect(divergences).toHaveLength(1);
  });

  it('pages by an override that has just ended, which the schedule does not keep: listed', () => {
    const world = withSchedule();
    changePolicySteps(world, [{ ...toStep(ana, 5), targets: [{ kind: 'schedule', scheduleId }] }]);
    const override = {
      kind: 'replace',
      overrideId: idOf('0e1'),
      replacesId: ana,
      personId: bo,
      from: addMillis(handoff, -30 * minute),
      to: addMillis(handoff, -20 * minute),
      reason: '',
    };
    runCommand(world, { type: 'AddOverrides', data: { scheduleId, overrides: [override] } });
    world.advanceTo(addMillis(override.to, 40));
    sendLateSignal(world, addMillis(override.to, -10), 1, trigger);
    world.advance(minute);
    const { divergences, world: would } = runWhatIf(world.events);
    expect([pagedPeople(world.events), pagedPeople(would.events)]).toEqual([[ana], [bo]]);
    expect(divergences).toHaveLength(1);
  });

  it('skips a step whose hours are over: listed', () => {
    const world = startWorld();
    const hours = { when: 'inside', timeZone: 'UTC', times: [{ weekdays: [], times: { from: '08:00', to: '22:00' } }] };
    changePolicySteps(world, [{ ...toStep(bo, 5), conditions: { hours } }, toStep(ana, 5)]);
    world.advanceTo(addMillis(handoff, 40));
    sendLateSignal(world, addMillis(handoff, -10), 1, trigger);
    world.advance(minute);
    const { divergences, world: would } = runWhatIf(world.events);
    expect([pagedPeople(world.events), pagedPeople(would.events)]).toEqual([[ana], [bo]]);
    expect(divergences).toHaveLength(1);
  });

  it('pages with low urgency someone whose time away has begun: listed', () => {
    const world = startWorld();
    changePolicySteps(world, [toStep(bo, 5), toStep(ana, 5)]);
    runCommand(
      world,
      { type: 'PlanAway', data: { personId: bo, awayId: idOf('a3a'), from: handoff, to: addMillis(handoff, 600 * minute) } },
      actorOf(bo),
    );
    world.advanceTo(addMillis(handoff, 40));
    sendLateSignal(world, addMillis(handoff, -10), 1, { ...trigger, serviceId: lowService });
    world.advance(minute);
    const { divergences, world: would } = runWhatIf(world.events);
    expect(pagedPeople(would.events)).toEqual([bo]);
    expect(pagedPeople(world.events)).not.toContain(bo);
    expect(divergences).toHaveLength(1);
  });
});

describe('a page by hand', () => {
  it('is repeated: no alert group existed when it was asked for', () => {
    const world = startWorld();
    runCommand(world, {
      type: 'PageSomeone',
      data: { groupId: idOf('9a9'), title: 'Come', urgency: 'high', serviceId: null, personIds: [bo] },
    });
    world.advance(minute);
    const { divergences, refused, world: would } = runWhatIf(world.events);
    expect([divergences, refused]).toEqual([[], []]);
    expect(pagedPeople(would.events)).toEqual([bo]);
  });
});

describe('acts on the page of a person, in a history where the page has another id', () => {
  it('sends its message again', () => {
    const world = startWorld();
    changePolicySteps(world, [toStep(bo, 5)]);
    const { now } = world;
    world.advance(40);
    sendLateSignal(world, now, 1, trigger);
    world.advance(minute);
    const plannedAttempt = world.events.find(({ type }) => type === 'AttemptPlanned') as RecordedOf<'AttemptPlanned'>;
    const { groupId, pageId, slot } = plannedAttempt.data;
    runCommand(world, { type: 'ResendMessage', data: { groupId, pageId, messageId: slot } });
    world.advance(2 * minute);
    const { divergences, refused, world: would } = runWhatIf(world.events);
    const resentEvents = would.events.filter(({ type }) => type === 'MessageResent');
    expect(resentEvents).toHaveLength(1);
    expect((resentEvents[0]!.data as FactOf<'MessageResent'>).pageId).not.toBe(pageId);
    expect([divergences, refused]).toEqual([[], []]);
  });
});
