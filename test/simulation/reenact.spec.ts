import * as fc from 'fast-check';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { domain } from '@tocsin/domain/registry.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { did, installed } from './installation.js';
import { violations, wrongDuty } from './invariants.js';
import { tell } from './monitoring.js';
import { answering, history, replies, type Reply, type Step } from './steps.js';

const numRuns = process.env['TOCSIN_DEEP'] === '1' ? 500 : 30;
const seed = 20261121;

const lived = (steps: readonly Step[], given: readonly (Reply | null)[], check: (world: World) => void = () => {}): World => {
  const world = installed({ answer: answering(given) });
  for (const step of steps) {
    step(world);
    check(world);
  }
  return world;
};

describe('a simulated installation', () => {
  it('decides everything again just as it was decided, whatever happened to it', () => {
    fc.assert(
      fc.property(history, replies, (steps, given) => {
        const { events } = lived(steps, given);
        const { differences, missing, checked, otherLogic } = reenact(domain, events, { written: byContract });
        expect({ differences, missing, otherLogic }).toEqual({ differences: [], missing: [], otherLogic: 0 });
        expect(checked).toBeGreaterThan(20);
      }),
      { seed, numRuns },
    );
  });

  it('keeps what it promises to the person on call', () => {
    fc.assert(
      fc.property(history, replies, (steps, given) => {
        const found: string[] = [];
        const world = lived(steps, given, (at) => found.push(...violations(at)));
        world.advance(3_600_000);
        expect([...found, ...violations(world), ...wrongDuty(world)]).toEqual([]);
      }),
      { seed, numRuns },
    );
  });

  it('lives the same life twice', () => {
    fc.assert(
      fc.property(history, replies, (steps, given) => {
        expect(lived(steps, given).events).toEqual(lived(steps, given).events);
      }),
      { seed, numRuns: numRuns / 5 },
    );
  });

  it('is never late while somebody is there', () => {
    fc.assert(
      fc.property(history, replies, (steps, given) => {
        const { events } = lived(
          steps.filter(({ name }) => !name.startsWith('away')),
          given,
        );
        expect(reenact(domain, events, { written: byContract, lateness: 0 }).late).toEqual([]);
      }),
      { seed, numRuns },
    );
  });
});

describe('re-enactment', () => {
  const world = installed({ answer: answering([{ outcome: { ok: true, state: 'sent', providerId: null }, after: 200 }]) });
  tell(world, { key: 'db', alerts: [{ name: 'DiskFull' }] });
  world.advance(400_000);
  const group = world.events.find(({ type }) => type === 'AlertGroupOpened')!;
  did(world, { type: 'AcknowledgeAlertGroup', data: { groupId: (group.data as { groupId: string }).groupId } });
  world.advance(3_600_000);
  const recorded = [...new Set(world.events.map(({ meta, stream }) => `${stream} ${meta.commandId}`))];
  const judged = (events: readonly Recorded[]) => reenact(domain, events, { written: byContract, lateness: 0 });

  it('finds any one decision that was changed', () => {
    const decided = world.events.filter(({ type }) =>
      ['EscalationStepPlanned', 'AttemptPlanned', 'AckTimeoutPlanned', 'SignalsRouted'].includes(type),
    );
    for (const odd of decided) {
      const key = odd.type === 'AckTimeoutPlanned' ? 'remindAt' : odd.type === 'SignalsRouted' ? 'nextNumber' : 'dueAt';
      const value = key === 'nextNumber' ? 77 : '2026-11-20T21:00:00.001Z';
      const faults = judged(
        world.events.map((event) => (event === odd ? { ...event, data: { ...(event.data as object), [key]: value } } : event)),
      );
      expect(faults.differences.map(({ ordinal }) => ordinal)).toContain(
        world.events.find(({ meta }) => meta.commandId === odd.meta.commandId)!.ordinal,
      );
    }
  });

  it('finds any one batch that was dropped', () => {
    for (const gone of recorded) {
      const { differences, missing, late } = judged(world.events.filter(({ stream, meta }) => `${stream} ${meta.commandId}` !== gone));
      const last = world.events.at(-1)!;
      if (gone !== `${last.stream} ${last.meta.commandId}`)
        expect([gone, differences.length + missing.length + late.length]).not.toEqual([gone, 0]);
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
    const dice = installed({ rules, written: (_type, data) => ({ v: 1, data: JSON.parse(JSON.stringify(data)) as unknown }) });
    tell(dice, { key: 'db', alerts: [{ name: 'DiskFull' }] });
    const opened = dice.events.find(({ type }) => type === 'AlertGroupOpened')!.data as { groupId: string };
    did(dice, { type: 'AddNote', data: { groupId: opened.groupId, text: 'x' } });
    expect(reenact(rules, dice.events).differences).toMatchObject([{ why: 'input AddNote decides otherwise' }]);
  });
});
