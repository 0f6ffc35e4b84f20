import { decide, isFacts, type Decision } from '@tocsin/kernel/decide/decider.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { bySystem, idOf } from '../../configuration.fixture.js';
import { alertmanager, alertOf, serviceId } from '../routing/signals.fixture.js';
import type { TimerCommand } from './timer-commands.js';
import { alertGroupDecider } from './decider.js';
import { ana, as, bo, Scenario, pages, contactsOfPerson } from './groups.fixture.js';
import { groupReads } from './shared/reads.js';
import { timersOfGroup } from './timers.js';

const minutes = 60_000;
const firingScenario = (contacts = {}): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])], contacts });
  scenario.receives(alertmanager([alertOf('Disk')]));
  return scenario;
};
const heldScenario = (): Scenario => {
  const scenario = firingScenario();
  scenario.act('AcknowledgeAlertGroup');
  return scenario;
};
/** The newest group’s timer of this type. */
const findTimer = (scenario: Scenario, type: TimerCommand['type']): Timer => {
  const foundTimer = timersOfGroup(scenario.group(), scenario.world.epoch).find(({ command }) => command.type === type);
  if (!foundTimer) throw new Error(`no ${type} is planned`);
  return foundTimer;
};
/** The decision on a timer’s command that arrives now. */
const fireTimer = (scenario: Scenario, { command, dueAt }: Timer): Decision => {
  const { world } = scenario;
  const now = dueAt > world.now ? dueAt : world.now;
  const context = makeContext({ now, actor: bySystem, commandId: idOf('c9'), epoch: world.epoch, reads: groupReads(world.memory) });
  return decide(alertGroupDecider, scenario.group(), command, context);
};
const types = (decision: Decision): readonly string[] => (isFacts(decision) ? decision.map(({ type }) => type) : []);

interface Overtaken {
  readonly type: TimerCommand['type'];
  readonly begin: () => Scenario;
  /** An act that plans it again, for a later time. */
  readonly renew: (scenario: Scenario) => void;
}
const unacknowledgedScenario = (): Scenario => {
  const scenario = heldScenario();
  scenario.act('UnacknowledgeAlertGroup');
  return scenario;
};
const withNews = (scenario: Scenario, name: string): void =>
  scenario.receives(alertmanager([alertOf('Disk'), alertOf('Disk', { fingerprint: name })]));

const overtakenCases: readonly Overtaken[] = [
  {
    type: 'TakeEscalationStep',
    begin: unacknowledgedScenario,
    renew: (scenario) => {
      scenario.act('AcknowledgeAlertGroup');
      scenario.act('UnacknowledgeAlertGroup');
    },
  },
  { type: 'RemindHolder', begin: heldScenario, renew: (scenario) => void scenario.act('RenewAcknowledgement') },
  { type: 'EndAckTimeout', begin: heldScenario, renew: (scenario) => void scenario.act('RenewAcknowledgement') },
  { type: 'EndAckTimeout', begin: heldScenario, renew: (scenario) => void scenario.act('TakeOverAlertGroup', {}, bo) },
  {
    type: 'SendUpdate',
    begin: () => {
      const scenario = heldScenario();
      withNews(scenario, 'second');
      return scenario;
    },
    renew: (scenario) => {
      scenario.act('UnacknowledgeAlertGroup');
      scenario.act('AcknowledgeAlertGroup');
      withNews(scenario, 'third');
    },
  },
  {
    type: 'EndTest',
    begin: () => {
      const scenario = new Scenario();
      scenario.world.run({ type: 'SendTestAlert', data: { serviceId, wholePolicy: false } }, { actor: as(ana) });
      scenario.world.advance(0);
      return scenario;
    },
    renew: (scenario) => {
      scenario.act('ResolveAlertGroup');
      scenario.act('ReopenAlertGroup', { iHaveIt: true });
    },
  },
];

describe('a timer that is on its way', () => {
  it.each(overtakenCases)('$type does nothing when it was renewed meanwhile', ({ type, begin, renew }) => {
    const scenario = begin();
    const before = findTimer(scenario, type);
    scenario.world.advance(5_000);
    renew(scenario);
    const after = findTimer(scenario, type);
    expect(after.dueAt > before.dueAt).toBe(true);
    expect(fireTimer(scenario, { ...before, dueAt: after.dueAt })).toEqual([]);
    expect(types(fireTimer(scenario, after)).length).toBeGreaterThan(0);
  });

  it.each(overtakenCases)(
    '$type does nothing when it was renewed for the same instant: another event has planned it',
    ({ type, begin, renew }) => {
      const scenario = begin();
      const before = findTimer(scenario, type);
      renew(scenario);
      const after = findTimer(scenario, type);
      expect([after.dueAt, after.plannedBy]).toEqual([before.dueAt, expect.not.stringMatching(before.plannedBy)]);
      expect(fireTimer(scenario, before)).toEqual([]);
      expect(types(fireTimer(scenario, after)).length).toBeGreaterThan(0);
    },
  );

  it('StartAttempt does nothing when it was renewed meanwhile: the next method was not waited for', () => {
    const rules = [
      ['high', 0, 1],
      ['high', 1, 9],
    ] as const;
    const scenario = firingScenario({ [ana]: contactsOfPerson(ana, ['webhook', 'email'], rules) });
    scenario.provider = ({ kind }) =>
      kind === 'webhook' ? { ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: false } : null;
    const [first, second] = timersOfGroup(scenario.group(), 1).filter(({ command }) => command.type === 'StartAttempt');
    expect(types(fireTimer(scenario, first!))).toEqual(['AttemptStarted']);
    scenario.passes(1);
    // the second was planned again, for at once, and claimed
    expect(scenario.all('AttemptStarted')).toHaveLength(2);
    expect([first!, second!].map((timer) => fireTimer(scenario, timer))).toEqual([[], []]);
  });

  it('ReplaceAttempt does nothing when its answer was faster', () => {
    const scenario = firingScenario();
    scenario.provider = () => null;
    scenario.passes(5);
    const before = findTimer(scenario, 'ReplaceAttempt');
    expect(types(fireTimer(scenario, before))).toEqual(['AttemptWentStale', 'AttemptPlanned']);
    const { attemptId } = scenario.all('AttemptStarted').at(-1)!.data;
    scenario.act('RecordAttempt', { attemptId, outcome: { ok: true, state: 'sent', providerId: null } }, bySystem);
    expect(fireTimer(scenario, before)).toEqual([]);
  });

  it('is known by when it was due alone, where it does not say what planned it', () => {
    const scenario = heldScenario();
    const { command, ...timer } = findTimer(scenario, 'EndAckTimeout');
    const { plannedBy: _unsaid, ...data } = command.data as { plannedBy: string };
    const old = { ...timer, command: { ...command, data } };
    expect(types(fireTimer(scenario, old))).toContain('AlertGroupReturnedToFiring');
    scenario.world.advance(1);
    scenario.act('RenewAcknowledgement');
    expect(fireTimer(scenario, old)).toEqual([]);
  });
});

describe('a timer that is found late', () => {
  const moveBy = (scenario: Scenario, by: number): void => {
    scenario.world.awayUntil(new Date(Date.parse(scenario.world.now) + by).toISOString());
    scenario.news();
    scenario.world.advance(0);
  };

  it('takes one step, says by how much it was late, and counts the next from now', () => {
    const scenario = firingScenario();
    moveBy(scenario, 65 * minutes);
    expect(scenario.all('EscalationStepTaken').slice(1)).toMatchObject([{ data: { step: 2, late: 60 * minutes } }]);
    scenario.passes(5);
    expect(scenario.all('EscalationStepTaken').at(-1)!.data).not.toHaveProperty('late');
  });

  it('does not ask the holder when their time is over too: it fires again, and says that it does so late', () => {
    const scenario = heldScenario();
    moveBy(scenario, 45 * minutes);
    expect(scenario.all('HolderAsked')).toEqual([]);
    expect(scenario.all('AlertGroupReturnedToFiring')).toMatchObject([{ data: { because: 'ack_timeout', late: 15 * minutes } }]);
  });

  it('asks the holder late while there is time for an answer', () => {
    const scenario = heldScenario();
    moveBy(scenario, 25 * minutes);
    expect(scenario.all('HolderAsked')).toMatchObject([{ data: { late: 5 * minutes } }]);
    expect(scenario.row().status).toBe('acknowledged');
  });

  it('says it of updates and of tests that end, too', () => {
    const scenario = heldScenario();
    withNews(scenario, 'second');
    moveBy(scenario, 6 * minutes);
    expect(scenario.all('UpdateSent')).toMatchObject([{ data: { late: minutes } }]);
    const test = overtakenCases.at(-1)!.begin();
    moveBy(test, 11 * minutes);
    expect(test.all('AlertGroupResolved')).toMatchObject([{ data: { by: 'timer', late: minutes } }]);
  });
});

describe('what is due at once', () => {
  const rankOfTimer = (scenario: Scenario, type: TimerCommand['type']): number | undefined => findTimer(scenario, type).rank;
  const scenarioWithSeverity = (severity: 'critical' | 'info'): Scenario => {
    const scenario = new Scenario({
      steps: [pages([ana]), pages([bo])],
      contacts: {
        [ana]: contactsOfPerson(
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
    scenario.receives(alertmanager([alertOf('Disk', { severity })]));
    return scenario;
  };

  it('goes to whoever has not been paged yet before it pages somebody once more, high urgency before low', () => {
    const ranks = (['critical', 'info'] as const).flatMap((severity) => {
      const scenario = scenarioWithSeverity(severity);
      const first = rankOfTimer(scenario, 'StartAttempt');
      scenario.passes(1);
      return [first, rankOfTimer(scenario, 'StartAttempt')];
    });
    expect(ranks).toEqual([0, 1, 2, 3]);
    expect(rankOfTimer(scenarioWithSeverity('critical'), 'TakeEscalationStep')).toBe(0);
  });

  it('asks the holder with what else pages with low urgency', () => {
    const scenario = scenarioWithSeverity('critical');
    scenario.act('AcknowledgeAlertGroup');
    expect([rankOfTimer(scenario, 'RemindHolder'), rankOfTimer(scenario, 'EndAckTimeout')]).toEqual([2, 0]);
  });

  it('has waited for too long once its attempt counts as too late', () => {
    const { dueAt, lapsesAt } = findTimer(scenarioWithSeverity('critical'), 'StartAttempt');
    expect(Date.parse(lapsesAt!) - Date.parse(dueAt)).toBe(5 * minutes + 1);
  });
});
