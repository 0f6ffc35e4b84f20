import * as fc from 'fast-check';
import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { Audit } from '@tocsin/domain/observers/auditor/audit.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { byTier } from '@tocsin/testing/tier.js';
import { runCommand, createWorld } from './installation.js';
import { sendSignal } from './monitoring.js';
import { createReplier, history, replies } from './steps.js';

const numRuns = byTier({ short: 12, full: 30, deep: 500 });
const seed = 20261123;

const auditEvents = (events: readonly Recorded[], now: string): AuditReport => {
  const audit = new Audit();
  for (const event of events) audit.take(event);
  return audit.report(now);
};

describe('the auditor of a simulated installation', () => {
  it('finds nothing that was late or left out while somebody was there, whatever happened', () => {
    fc.assert(
      fc.property(history, replies, (steps, replySequence) => {
        const world = createWorld({ answer: createReplier(replySequence) });
        for (const step of steps) if (!step.name.startsWith('away')) step(world);
        world.advance(3_600_000);
        const { all, lateness, findings, overdue } = auditEvents(world.events, world.now);
        expect({ findings, overdue, most: lateness.most }).toEqual({ findings: [], overdue: [], most: 0 });
        expect(all.done).toBe(all.due);
      }),
      { seed, numRuns },
    );
  });

  it('goes on from what it knew in the middle, as if it had read everything', () => {
    fc.assert(
      fc.property(history, replies, fc.nat(1_000), (steps, replySequence, cutAt) => {
        const world = createWorld({ answer: createReplier(replySequence) });
        for (const step of steps) step(world);
        const first = new Audit();
        const at = cutAt % world.events.length;
        for (const event of world.events.slice(0, at)) first.take(event);
        const second = new Audit({ state: JSON.parse(JSON.stringify(first.state)) });
        for (const event of world.events.slice(at)) second.take(event);
        expect(second.report(world.now)).toEqual(auditEvents(world.events, world.now));
      }),
      { seed, numRuns: numRuns / 3 },
    );
  });
});

describe('one fact that is missing', () => {
  const world = createWorld({ answer: createReplier([{ outcome: { ok: true, state: 'sent', providerId: null }, after: 200 }]) });
  sendSignal(world, { key: 'db', alerts: [{ name: 'DiskFull' }] });
  world.advance(400_000);
  const { groupId } = world.events.find(({ type }) => type === 'AlertGroupOpened')!.data as { groupId: string };
  runCommand(world, { type: 'AcknowledgeAlertGroup', data: { groupId } });
  world.advance(3_600_000);
  sendSignal(world, { key: 'web', alerts: [{ name: 'Slow' }] });
  world.advance(3_605_000);
  /** Facts that record the outcome of something due, or plan it. Nothing depends on the last change of such a fact. */
  const outcomes = ['SignalsRouted', 'AlertGroupOpened', 'PageStarted', 'EscalationStepTaken', 'AttemptStarted', 'AttemptSent'];
  const before = addMillis(world.now, -60_000);
  const isOfStep = ({ type, data }: Recorded): boolean =>
    type !== 'PageStarted' || (data as FactOf<'PageStarted'>).cause.kind === 'escalation';
  const withoutOne = world.events.filter((event) => outcomes.includes(event.type) && event.meta.at < before && isOfStep(event));

  it.each(outcomes)('is found: %s', (type) => {
    const removedEvents = withoutOne.filter((event) => event.type === type);
    expect(removedEvents.length).toBeGreaterThan(0);
    for (const one of removedEvents) {
      const { alarms, overdueMuch } = auditEvents(
        world.events.filter((event) => event !== one),
        before,
      );
      expect([one.ordinal, alarms.count + overdueMuch]).not.toEqual([one.ordinal, 0]);
    }
  });

  it('is found where nothing is planned for what fires', () => {
    const plannedSteps = world.events.filter(({ type, meta }) => type === 'EscalationStepPlanned' && meta.at < before);
    for (const one of plannedSteps) {
      const rest = world.events.filter(({ ordinal }) => ordinal < one.ordinal);
      const { overdue } = auditEvents(rest, addMillis(one.meta.at, 60_000));
      expect(overdue.filter(({ what }) => what === 'escalate')).toMatchObject([{ kind: 'never' }]);
    }
  });

  it('is found where the timer of a step never fires', () => {
    const last = world.events.findLast(({ type }) => type === 'EscalationStepPlanned')!;
    const { groupId: ofLast, dueAt } = last.data as FactOf<'EscalationStepPlanned'>;
    const findingsAt = (at: string) =>
      auditEvents(world.events, at)
        .overdue.filter((one) => one.groupId === ofLast)
        .map(({ kind, what, lateBy }) => [kind, what, lateBy]);
    expect(findingsAt(addMillis(dueAt, 10_000))).toEqual([]);
    expect(findingsAt(addMillis(dueAt, 10_001))).toEqual([['late', 'step', 10_001]]);
    expect(findingsAt(addMillis(dueAt, 60_000))).toEqual([['never', 'step', 60_000]]);
  });
});
