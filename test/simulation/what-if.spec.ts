import * as fc from 'fast-check';
import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { attemptAnswers, outlineOfGroup } from '@tocsin/domain/operation/alert-groups/shared/what-if.js';
import { bo, cleo } from '@tocsin/domain/configuration.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { collectWhatIf, type Act } from '@tocsin/kernel/replay/what-if.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { byTier } from '@tocsin/testing/tier.js';
import { actorOf, runCommand, createWorld } from './installation.js';
import { sendSignal } from './monitoring.js';
import { createReplier, history, replies } from './steps.js';

const numRuns = byTier({ short: 12, full: 30, deep: 500 });
const minute = 60_000;
const answers = attemptAnswers;
const asItWas = { answers, written: byContract };
const idOf = (events: readonly Recorded[]) =>
  (events.find(({ type }) => type === 'AlertGroupOpened') as RecordedOf<'AlertGroupOpened'>).data.groupId;
const pagedPeople = (events: readonly Recorded[]) =>
  events.filter(({ type }) => type === 'PageStarted').map(({ data }) => (data as FactOf<'PageStarted'>).personId);

/** Bo is paged, does nothing, and acknowledges after this many minutes. */
const playNight = (minutes: number) => {
  const world = createWorld({ answer: createReplier([{ outcome: { ok: true, state: 'sent', providerId: null }, after: 300 }]) });
  world.advance(minute);
  sendSignal(world, { key: 'db', alerts: [{ name: 'DiskFull' }] });
  world.advance(minutes * minute);
  runCommand(world, { type: 'AcknowledgeAlertGroup', data: { groupId: idOf(world.events) } }, actorOf(bo));
  world.advance(minute);
  return world.events;
};

describe('what if', () => {
  it('nothing were changed: it is the history, to the byte', () => {
    fc.assert(
      fc.property(history, replies, (steps, replySequence) => {
        const world = createWorld({ answer: createReplier(replySequence) });
        for (const step of steps) if (!step.name.startsWith('away')) step(world);
        world.advance(0);
        const { divergences, refused, world: secondWorld } = collectWhatIf(domain, world.events, asItWas);
        expect({ divergences, refused }).toEqual({ divergences: [], refused: [] });
        expect(secondWorld.events.map(({ id, type, data }) => ({ id, type, data }))).toEqual(
          world.events.map(({ id, type, data }) => ({ id, type, data })),
        );
      }),
      { seed: 20261121, numRuns },
    );
  });

  it('a policy waited longer: the next person would not have been rung', () => {
    const events = playNight(7);
    expect(pagedPeople(events)).toEqual([bo, cleo, bo]);
    const waitLonger = ({ command: { type, data } }: Act): Message => {
      if (type !== 'ChangePolicy') return { type, data };
      const { steps, ...rest } = data as FactOf<'PolicyChanged'>;
      return { type, data: { ...rest, steps: steps.map((step) => ({ ...step, waitMinutes: 30 })) } };
    };
    const { world, divergences } = collectWhatIf(domain, events, { ...asItWas, change: waitLonger, outline: outlineOfGroup });
    expect(pagedPeople(world.events)).toEqual([bo]);
    expect(divergences).toMatchObject([
      {
        stream: `alertGroup-${idOf(events)}`,
        was: { says: { type: 'PageStarted', personId: cleo } },
        would: { says: { type: 'AlertGroupAcknowledged' } },
      },
    ]);
  });

  it('a person had not acknowledged: the climb would have gone on', () => {
    const { world } = collectWhatIf(domain, playNight(4), {
      ...asItWas,
      change: ({ command }) => (command.type === 'AcknowledgeAlertGroup' ? null : command),
    });
    world.advance(2 * minute);
    expect(pagedPeople(world.events)).toContain(cleo);
  });

  it('somebody had been there: what downtime had decided is listed', () => {
    const world = createWorld({ answer: createReplier([{ outcome: { ok: true, state: 'sent', providerId: null }, after: 300 }]) });
    sendSignal(world, { key: 'db', alerts: [{ name: 'DiskFull' }] });
    world.advance(minute);
    world.awayUntil('2026-11-20T21:50:00.000Z');
    world.advance(minute);
    const { divergences, world: imaginedWorld } = collectWhatIf(domain, world.events, { ...asItWas, outline: outlineOfGroup });
    expect(divergences).toMatchObject([{ stream: `alertGroup-${idOf(world.events)}` }]);
    expect(pagedPeople(imaginedWorld.events).length).toBeGreaterThan(pagedPeople(world.events).length);
  });

  it('an act that had become impossible is listed as refused', () => {
    const muteCommand = ({ command: { type, data } }: Act): Message | null =>
      type === 'InvitePerson' && (data as { personId: string }).personId === bo ? null : { type, data };
    expect(collectWhatIf(domain, playNight(4), { ...asItWas, change: muteCommand }).refused.map(({ command }) => command.type)).toContain(
      'JoinPerson',
    );
  });
});
