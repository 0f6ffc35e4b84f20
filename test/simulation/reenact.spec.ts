import * as fc from 'fast-check';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { domain } from '@tocsin/domain/registry.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { findLateTimers } from '@tocsin/testing/late-timers.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { byTier } from '@tocsin/testing/tier.js';
import { runCommand, createWorld } from './installation.js';
import { findViolations, findWrongDuty } from './invariants.js';
import { sendSignal } from './monitoring.js';
import { createReplier, history, replies, type EffectReply, type Step } from './steps.js';

const numRuns = byTier({ short: 12, full: 30, deep: 500 });
const seed = 20261121;

const playSteps = (
  steps: readonly Step[],
  providerReplies: readonly (EffectReply | null)[],
  check: (world: World) => void = () => {},
): World => {
  const world = createWorld({ answer: createReplier(providerReplies) });
  for (const step of steps) {
    step(world);
    check(world);
  }
  return world;
};

describe('a simulated installation', () => {
  it('decides everything again just as it was decided, whatever happened to it', () => {
    fc.assert(
      fc.property(history, replies, (steps, providerReplies) => {
        const { events } = playSteps(steps, providerReplies);
        const { differences, missing, checked, otherLogic } = reenact(domain, events, { written: byContract });
        expect({ differences, missing, otherLogic }).toEqual({ differences: [], missing: [], otherLogic: 0 });
        expect(checked).toBeGreaterThan(20);
      }),
      { seed, numRuns },
    );
  });

  it('keeps what it promises to the person on call', () => {
    fc.assert(
      fc.property(history, replies, (steps, providerReplies) => {
        const foundViolations: string[] = [];
        const world = playSteps(steps, providerReplies, (at) => foundViolations.push(...findViolations(at)));
        world.advance(3_600_000);
        expect([...foundViolations, ...findViolations(world), ...findWrongDuty(world)]).toEqual([]);
      }),
      { seed, numRuns },
    );
  });

  it('lives the same life twice', () => {
    fc.assert(
      fc.property(history, replies, (steps, providerReplies) => {
        expect(playSteps(steps, providerReplies).events).toEqual(playSteps(steps, providerReplies).events);
      }),
      { seed, numRuns: numRuns / 5 },
    );
  });

  it('is never late while somebody is there', () => {
    fc.assert(
      fc.property(history, replies, (steps, providerReplies) => {
        const { events } = playSteps(
          steps.filter(({ name }) => !name.startsWith('away')),
          providerReplies,
        );
        expect(findLateTimers(domain, events, 0)).toEqual([]);
      }),
      { seed, numRuns },
    );
  });
});

describe('re-enactment', () => {
  const world = createWorld({ answer: createReplier([{ outcome: { ok: true, state: 'sent', providerId: null }, after: 200 }]) });
  sendSignal(world, { key: 'db', alerts: [{ name: 'DiskFull' }] });
  world.advance(400_000);
  const group = world.events.find(({ type }) => type === 'AlertGroupOpened')!;
  runCommand(world, { type: 'AcknowledgeAlertGroup', data: { groupId: (group.data as { groupId: string }).groupId } });
  world.advance(3_600_000);
  const writtenStreams = [...new Set(world.events.map(({ meta, stream }) => `${stream} ${meta.commandId}`))];
  const reenactEvents = (events: readonly Recorded[]) => reenact(domain, events, { written: byContract });

  it('finds any one decision that was changed', () => {
    const decidedEvents = world.events.filter(({ type }) =>
      ['EscalationStepPlanned', 'AttemptPlanned', 'AckTimeoutPlanned', 'SignalsRouted'].includes(type),
    );
    for (const oddEvent of decidedEvents) {
      const key = oddEvent.type === 'AckTimeoutPlanned' ? 'remindAt' : oddEvent.type === 'SignalsRouted' ? 'nextNumber' : 'dueAt';
      const value = key === 'nextNumber' ? 77 : '2026-11-20T21:00:00.001Z';
      const faults = reenactEvents(
        world.events.map((event) => (event === oddEvent ? { ...event, data: { ...(event.data as object), [key]: value } } : event)),
      );
      expect(faults.differences.map(({ ordinal }) => ordinal)).toContain(
        world.events.find(({ meta }) => meta.commandId === oddEvent.meta.commandId)!.ordinal,
      );
    }
  });

  it('finds any one batch that was dropped, or the timer that made it', () => {
    for (const streamName of writtenStreams) {
      const eventsLeft = world.events.filter(({ stream, meta }) => `${stream} ${meta.commandId}` !== streamName);
      const { differences, missing } = reenactEvents(eventsLeft);
      const late = findLateTimers(domain, eventsLeft, 0);
      const last = world.events.at(-1)!;
      if (streamName !== `${last.stream} ${last.meta.commandId}`)
        expect([streamName, differences.length + missing.length + late.length]).not.toEqual([streamName, 0]);
    }
  });

  it('finds chance in a rule', () => {
    const deciders = domain.deciders.map((decider) =>
      'TakeEscalationStep' in decider.decide
        ? {
            ...decider,
            decide: {
              ...decider.decide,
              AddNote: ({ groupId }: { groupId: string }) => [{ type: 'NoteAdded', data: { groupId, text: `${Math.random()}` } }],
            },
          }
        : decider,
    );
    const rules = { ...domain, deciders };
    const dice = createWorld({ rules, written: (_type, data) => ({ v: 1, data: JSON.parse(JSON.stringify(data)) as unknown }) });
    sendSignal(dice, { key: 'db', alerts: [{ name: 'DiskFull' }] });
    const openEvent = dice.events.find(({ type }) => type === 'AlertGroupOpened')!.data as { groupId: string };
    runCommand(dice, { type: 'AddNote', data: { groupId: openEvent.groupId, text: 'x' } });
    expect(reenact(rules, dice.events).differences).toMatchObject([{ why: 'input AddNote decides otherwise' }]);
  });
});
