import { decide, isFacts, type Decision } from '@tocsin/kernel/decide/decider.js';
import { contextAt } from '@tocsin/kernel/decide/context.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { bySystem, idOf } from '../configuration.fixture.js';
import { alertmanager, alertOf, serviceId } from '../routing/signals.fixture.js';
import type { TimerCommand } from './commands.js';
import { alertGroupDecider } from './decider.js';
import { ana, as, bo, Harbour, pages, reachedBy } from './groups.fixture.js';
import { groupReads } from './shared/reads.js';
import { dueInGroup } from './timers.js';

const minutes = 60_000;
const firing = (contacts = {}): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana]), pages([bo])], contacts });
  harbour.receives(alertmanager([alertOf('Disk')]));
  return harbour;
};
const held = (): Harbour => {
  const harbour = firing();
  harbour.act('AcknowledgeAlertGroup');
  return harbour;
};
/** The newest group’s timer of this type. */
const waiting = (harbour: Harbour, type: TimerCommand['type']): Timer => {
  const found = dueInGroup(harbour.group(), harbour.world.epoch).find(({ command }) => command.type === type);
  if (!found) throw new Error(`no ${type} is planned`);
  return found;
};
/** The decision on a timer’s command that arrives now. */
const arriving = (harbour: Harbour, { command, dueAt }: Timer): Decision => {
  const { world } = harbour;
  const now = dueAt > world.now ? dueAt : world.now;
  const context = contextAt({ now, actor: bySystem, commandId: idOf('c9'), epoch: world.epoch, reads: groupReads(world.memory) });
  return decide(alertGroupDecider, harbour.group(), command, context);
};
const types = (decision: Decision): readonly string[] => (isFacts(decision) ? decision.map(({ type }) => type) : []);

interface Overtaken {
  readonly type: TimerCommand['type'];
  readonly begin: () => Harbour;
  /** An act that plans it again, for a later time. */
  readonly renew: (harbour: Harbour) => void;
}
const unacknowledged = (): Harbour => {
  const harbour = held();
  harbour.act('UnacknowledgeAlertGroup');
  return harbour;
};
const withNews = (harbour: Harbour, name: string): void =>
  harbour.receives(alertmanager([alertOf('Disk'), alertOf('Disk', { fingerprint: name })]));

const overtaken: readonly Overtaken[] = [
  {
    type: 'TakeEscalationStep',
    begin: unacknowledged,
    renew: (harbour) => {
      harbour.act('AcknowledgeAlertGroup');
      harbour.act('UnacknowledgeAlertGroup');
    },
  },
  { type: 'RemindHolder', begin: held, renew: (harbour) => void harbour.act('RenewAcknowledgement') },
  { type: 'EndAckTimeout', begin: held, renew: (harbour) => void harbour.act('RenewAcknowledgement') },
  { type: 'EndAckTimeout', begin: held, renew: (harbour) => void harbour.act('TakeOverAlertGroup', {}, bo) },
  {
    type: 'SendUpdate',
    begin: () => {
      const harbour = held();
      withNews(harbour, 'second');
      return harbour;
    },
    renew: (harbour) => {
      harbour.act('UnacknowledgeAlertGroup');
      harbour.act('AcknowledgeAlertGroup');
      withNews(harbour, 'third');
    },
  },
  {
    type: 'EndTest',
    begin: () => {
      const harbour = new Harbour();
      harbour.world.run({ type: 'SendTestAlert', data: { serviceId, wholePolicy: false } }, { actor: as(ana) });
      harbour.world.advance(0);
      return harbour;
    },
    renew: (harbour) => {
      harbour.act('ResolveAlertGroup');
      harbour.act('ReopenAlertGroup', { iHaveIt: true });
    },
  },
];

describe('a timer that is on its way', () => {
  it.each(overtaken)('$type does nothing when it was renewed meanwhile', ({ type, begin, renew }) => {
    const harbour = begin();
    const before = waiting(harbour, type);
    harbour.world.advance(5_000);
    renew(harbour);
    const after = waiting(harbour, type);
    expect(after.dueAt > before.dueAt).toBe(true);
    expect(arriving(harbour, { ...before, dueAt: after.dueAt })).toEqual([]);
    expect(types(arriving(harbour, after)).length).toBeGreaterThan(0);
  });

  it.each(overtaken)(
    '$type does nothing when it was renewed for the same instant: another event has planned it',
    ({ type, begin, renew }) => {
      const harbour = begin();
      const before = waiting(harbour, type);
      renew(harbour);
      const after = waiting(harbour, type);
      expect([after.dueAt, after.plannedBy]).toEqual([before.dueAt, expect.not.stringMatching(before.plannedBy)]);
      expect(arriving(harbour, before)).toEqual([]);
      expect(types(arriving(harbour, after)).length).toBeGreaterThan(0);
    },
  );

  it('StartAttempt does nothing when it was renewed meanwhile: the next method was not waited for', () => {
    const rules = [
      ['high', 0, 1],
      ['high', 1, 9],
    ] as const;
    const harbour = firing({ [ana]: reachedBy(ana, ['webhook', 'email'], rules) });
    harbour.provider = ({ kind }) =>
      kind === 'webhook' ? { ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: false } : null;
    const [first, second] = dueInGroup(harbour.group(), 1).filter(({ command }) => command.type === 'StartAttempt');
    expect(types(arriving(harbour, first!))).toEqual(['AttemptStarted']);
    harbour.passes(1);
    // the second was planned again, for at once, and claimed
    expect(harbour.all('AttemptStarted')).toHaveLength(2);
    expect([first!, second!].map((timer) => arriving(harbour, timer))).toEqual([[], []]);
  });

  it('ReplaceAttempt does nothing when its answer was faster', () => {
    const harbour = firing();
    harbour.provider = () => null;
    harbour.passes(5);
    const before = waiting(harbour, 'ReplaceAttempt');
    expect(types(arriving(harbour, before))).toEqual(['AttemptWentStale', 'AttemptPlanned']);
    const { attemptId } = harbour.all('AttemptStarted').at(-1)!.data;
    harbour.act('RecordAttempt', { attemptId, outcome: { ok: true, state: 'sent', providerId: null } }, bySystem);
    expect(arriving(harbour, before)).toEqual([]);
  });

  it('is known by when it was due alone, where it does not say what planned it', () => {
    const harbour = held();
    const { command, ...timer } = waiting(harbour, 'EndAckTimeout');
    const { plannedBy: _unsaid, ...data } = command.data as { plannedBy: string };
    const old = { ...timer, command: { ...command, data } };
    expect(types(arriving(harbour, old))).toContain('AlertGroupReturnedToFiring');
    harbour.world.advance(1);
    harbour.act('RenewAcknowledgement');
    expect(arriving(harbour, old)).toEqual([]);
  });
});

describe('a timer that is found late', () => {
  const later = (harbour: Harbour, by: number): void => {
    harbour.world.awayUntil(new Date(Date.parse(harbour.world.now) + by).toISOString());
    harbour.news();
    harbour.world.advance(0);
  };

  it('takes one step, says by how much it was late, and counts the next from now', () => {
    const harbour = firing();
    later(harbour, 65 * minutes);
    expect(harbour.all('EscalationStepTaken').slice(1)).toMatchObject([{ data: { step: 2, late: 60 * minutes } }]);
    harbour.passes(5);
    expect(harbour.all('EscalationStepTaken').at(-1)!.data).not.toHaveProperty('late');
  });

  it('does not ask the holder when their time is over too: it fires again, and says that it does so late', () => {
    const harbour = held();
    later(harbour, 45 * minutes);
    expect(harbour.all('HolderAsked')).toEqual([]);
    expect(harbour.all('AlertGroupReturnedToFiring')).toMatchObject([{ data: { because: 'ack_timeout', late: 15 * minutes } }]);
  });

  it('asks the holder late while there is time for an answer', () => {
    const harbour = held();
    later(harbour, 25 * minutes);
    expect(harbour.all('HolderAsked')).toMatchObject([{ data: { late: 5 * minutes } }]);
    expect(harbour.row().status).toBe('acknowledged');
  });

  it('says it of updates and of tests that end, too', () => {
    const harbour = held();
    withNews(harbour, 'second');
    later(harbour, 6 * minutes);
    expect(harbour.all('UpdateSent')).toMatchObject([{ data: { late: minutes } }]);
    const test = overtaken.at(-1)!.begin();
    later(test, 11 * minutes);
    expect(test.all('AlertGroupResolved')).toMatchObject([{ data: { by: 'timer', late: minutes } }]);
  });
});

describe('what is due at once', () => {
  const rank = (harbour: Harbour, type: TimerCommand['type']): number | undefined => waiting(harbour, type).rank;
  const severe = (severity: 'critical' | 'info'): Harbour => {
    const harbour = new Harbour({
      steps: [pages([ana]), pages([bo])],
      contacts: {
        [ana]: reachedBy(
          ana,
          ['webhook', 'email'],
          [
            ['high', 0, 1],
            ['low', 0, 1],
            ['high', 1, 2],
            ['low', 1, 2],
          ],
        ),
      },
    });
    harbour.receives(alertmanager([alertOf('Disk', { severity })]));
    return harbour;
  };

  it('goes to whoever has not been paged yet before it pages somebody once more, high urgency before low', () => {
    const ranks = (['critical', 'info'] as const).flatMap((severity) => {
      const harbour = severe(severity);
      const first = rank(harbour, 'StartAttempt');
      harbour.passes(1);
      return [first, rank(harbour, 'StartAttempt')];
    });
    expect(ranks).toEqual([0, 1, 2, 3]);
    expect(rank(severe('critical'), 'TakeEscalationStep')).toBe(0);
  });

  it('tells quietly after all that pages', () => {
    const harbour = severe('critical');
    harbour.act('AcknowledgeAlertGroup');
    expect([rank(harbour, 'RemindHolder'), rank(harbour, 'EndAckTimeout')]).toEqual([4, 0]);
  });

  it('has waited for too long once its attempt counts as too late', () => {
    const { dueAt, lapsesAt } = waiting(severe('critical'), 'StartAttempt');
    expect(Date.parse(lapsesAt!) - Date.parse(dueAt)).toBe(5 * minutes + 1);
  });
});
