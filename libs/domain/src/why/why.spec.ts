import type { WhyGroup } from '@tocsin/contracts/why.js';
import { ana, bo, Harbour, pages, reachedBy, zoe, type Setting } from '../alert-groups/groups.fixture.js';
import { alertmanager, alertOf } from '../routing/signals.fixture.js';
import { couldPage } from './could-page.js';
import { Why } from './why.js';

const opened = (setting: Setting = {}): Harbour => {
  const harbour = new Harbour(setting);
  harbour.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
  return harbour;
};
/** From the log as of that instant. */
const whyOf = (harbour: Harbour, personId: string, at = harbour.world.now): WhyGroup => {
  const why = new Why(personId);
  for (const event of harbour.world.events) if (event.stream.startsWith('alertGroup-') && event.meta.at <= at) why.take(event);
  return why.answer!;
};
/** The verdict, its reason, and the event that it names. */
const saysOf = (harbour: Harbour, personId: string, at?: string) => {
  const { verdict, reason, ordinal } = whyOf(harbour, personId, at);
  return [verdict, reason, harbour.world.events.find((event) => event.ordinal === ordinal)?.type];
};
const failing = { ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false } as const;

describe('why somebody was paged, or was not', () => {
  it('names the attempt that a provider took', () => {
    expect(saysOf(opened(), ana)).toEqual(['paged', null, 'AttemptSent']);
  });

  it('shows the way from the opening to the provider’s answer, and nothing about others’ pages', () => {
    const harbour = opened();
    harbour.passes(6);
    expect(whyOf(harbour, ana).events.map(({ type }) => type)).toEqual([
      'AlertGroupOpened',
      'EscalationStarted',
      'PageStarted',
      'AttemptPlanned',
      'EscalationStepTaken',
      'AttemptStarted',
      'AttemptSent',
      'EscalationStepTaken',
    ]);
  });

  it('waits for a rule that is due later', () => {
    const harbour = opened({ contacts: { [ana]: reachedBy(ana, ['email'], [['high', 0, 3]]) } });
    expect(whyOf(harbour, ana)).toMatchObject({ verdict: 'waiting', dueAt: '2026-11-21T03:15:00.000Z' });
  });

  it('was cancelled by whoever was faster', () => {
    const harbour = opened({ steps: [pages([ana, bo])], contacts: { [ana]: reachedBy(ana, ['email'], [['high', 0, 3]]) } });
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    expect(saysOf(harbour, ana)).toEqual(['cancelled', 'delivery.cancelled_by_acknowledge', 'PageCancelled']);
  });

  it('was tried, and not delivered', () => {
    const harbour = new Harbour({ steps: [pages([ana]), pages([bo])] });
    harbour.provider = () => failing;
    harbour.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
    expect(saysOf(harbour, ana)[0]).toBe('not_delivered');
  });

  it('could not be reached by any method', () => {
    expect(saysOf(opened({ contacts: { [ana]: reachedBy(ana, ['?email']) } }), ana)).toEqual([
      'not_reachable',
      'delivery.no_method',
      'EscalationStepTaken',
    ]);
  });

  it('had not been due: the next step had not been taken by then, whatever came later', () => {
    const harbour = opened();
    const then = harbour.world.now;
    harbour.passes(6);
    expect([saysOf(harbour, bo, then), saysOf(harbour, bo)]).toEqual([
      ['step_pending', null, 'EscalationStepPlanned'],
      ['paged', null, 'AttemptSent'],
    ]);
    expect(whyOf(harbour, bo, then)).toMatchObject({ dueAt: '2026-11-21T03:17:00.000Z', status: 'firing' });
    expect(whyOf(harbour, bo, then).events.at(-1)!.type).toBe('EscalationStepPlanned');
  });

  it('was stopped before a step named them', () => {
    const harbour = opened();
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    expect(saysOf(harbour, bo)).toEqual(['stopped', null, 'AlertGroupAcknowledged']);
    harbour.act('UnacknowledgeAlertGroup', {}, ana);
    expect(saysOf(harbour, bo)[0]).toBe('step_pending');
  });

  it('was told quietly alone', () => {
    const harbour = opened();
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    harbour.receives(
      alertmanager([alertOf('Disk', { severity: 'critical' }), alertOf('Disk', { severity: 'critical', labels: { n: '2' } })]),
    );
    harbour.passes(6);
    expect(['told', 'stopped']).toContain(saysOf(harbour, bo)[0]);
  });

  it('was never named', () => {
    const harbour = opened({ steps: [pages([ana])], noManager: true });
    expect(saysOf(harbour, zoe)[0]).toBe('step_pending');
    const { policy } = (() => {
      const why = new Why(zoe);
      for (const event of harbour.world.events) if (event.stream.startsWith('alertGroup-')) why.take(event);
      return why;
    })();
    expect(policy).not.toBeNull();
  });

  it('keeps the last 100 events, and how it began', () => {
    const harbour = opened({ steps: [pages([ana])] });
    harbour.passes(24 * 60);
    const { events, left } = whyOf(harbour, ana);
    expect([events.length, events[0]!.type, left > 0]).toEqual([100, 'AlertGroupOpened', true]);
  });

  it('tells of the last opening alone', () => {
    const harbour = opened({ steps: [pages([ana])] });
    harbour.act('ResolveAlertGroup', {}, ana);
    harbour.act('ReopenAlertGroup', { iHaveIt: true }, bo);
    expect(saysOf(harbour, ana)[0]).not.toBe('paged');
    expect(whyOf(harbour, ana).events[0]!.type).toBe('AlertGroupOpened');
  });
});

describe('whom a policy could page', () => {
  it('is whoever stands in a step of the version that the group follows', () => {
    const harbour = opened();
    const reads = {
      policies: harbour.world.rows('policies'),
      schedules: harbour.world.rows('schedules'),
      teams: harbour.world.rows('teams'),
    };
    const policy = harbour.all('AlertGroupOpened')[0]!.data.policy!;
    expect([ana, bo, zoe].map((personId) => couldPage(policy, personId, reads as never))).toEqual([true, true, false]);
  });
});
