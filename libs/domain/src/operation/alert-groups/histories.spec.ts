import { alertsByKey, listAlerts } from './alert-table.js';
import fc from 'fast-check';
import type { AlertsRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import { alertmanager, alertOf, pagerduty, serviceId } from '../routing/signals.fixture.js';
import type { AttemptOutcome } from './paging/attempts.js';
import {
  ana,
  as,
  bo,
  Scenario,
  methodOf,
  mia,
  ola,
  pages,
  policyId,
  contactsOfPerson,
  sam,
  teamId,
  type Setting,
} from './groups.fixture.js';
import { pageOf, type Attempt, type ExistingGroup, type Page } from './state.js';
import { timersOfGroup } from './timers.js';
import type { StoredAlertGroupRow } from './views/list-row.js';
import { alertGroupDecider } from './decider.js';

type Move = (scenario: Scenario) => void;

const aPerson = fc.constantFrom(ana, bo, mia, ola, sam);
const anAlert = fc
  .tuple(fc.constantFrom('Disk', 'Cpu'), fc.constantFrom('critical', 'warning'), fc.boolean())
  .map(([name, severity, fires]) => alertOf(name, { severity: severity as 'critical', state: fires ? 'firing' : 'resolved' }));

const messages: fc.Arbitrary<Move> = fc
  .tuple(
    fc.uniqueArray(anAlert, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
    fc.constantFrom('trigger', 'trigger', 'resolve'),
  )
  .map(
    ([alerts, action]) =>
      (scenario) =>
        scenario.receives(alertmanager(alerts, { action: action as 'trigger' })),
  );
const events: fc.Arbitrary<Move> = fc
  .constantFrom('trigger' as const, 'acknowledge' as const, 'resolve' as const)
  .map((action) => (scenario) => scenario.receives(pagerduty('k', action)));

const onGroup =
  (act: (scenario: Scenario, groupId: string) => void): Move =>
  (scenario) => {
    const groupId = scenario.rows().at(-1)?.id;
    if (groupId) act(scenario, groupId);
  };
const acts: fc.Arbitrary<Move> = fc
  .tuple(
    fc.constantFrom(
      'AcknowledgeAlertGroup',
      'UnacknowledgeAlertGroup',
      'SnoozeAlertGroup',
      'UnsnoozeAlertGroup',
      'EscalateAlertGroup',
      'RenewAcknowledgement',
      'TakeOverAlertGroup',
      'JoinAlertGroup',
      'ResolveAlertGroup',
      'ReopenAlertGroup',
      'AddNote',
      'MarkAlertGroupAsNoise',
      'RemoveNoiseMark',
      'AnswerActionNeeded',
      'AddResponder',
    ),
    aPerson,
    fc.boolean(),
  )
  .map(([type, by, iHaveIt]) => {
    const data =
      type === 'SnoozeAlertGroup'
        ? { minutes: 30 }
        : type === 'AddNote'
          ? { text: 'x' }
          : type === 'MarkAlertGroupAsNoise'
            ? { reason: 'x' }
            : type === 'AnswerActionNeeded'
              ? { answer: by === ana ? 'yes' : 'no' }
              : type === 'ReopenAlertGroup'
                ? { iHaveIt, ...(by === ana ? { asBefore: true } : {}) }
                : type === 'AddResponder'
                  ? { personId: by }
                  : {};
    return onGroup((scenario) => void scenario.act(type, data, type === 'AddResponder' ? ana : by));
  });
const answers: fc.Arbitrary<Move> = aPerson.map((personId) =>
  onGroup((scenario) => {
    const page = scenario.group().pages.find((one) => one.personId === personId && one.state === 'running');
    if (page) scenario.act('AnswerPage', { pageId: page.pageId }, personId);
  }),
);
const byHand: fc.Arbitrary<Move> = fc.tuple(fc.boolean(), fc.boolean(), aPerson).map(([isTest, whole, by]) => (scenario) => {
  const data = isTest
    ? { serviceId, wholePolicy: whole }
    : { title: 'Help', urgency: whole ? 'high' : 'low', serviceId: whole ? serviceId : null, personIds: [bo, sam] };
  scenario.world.run({ type: isTest ? 'SendTestAlert' : 'PageSomeone', data }, { actor: as(by) });
  scenario.world.advance(0);
});

const change =
  (fact: Fact): Move =>
  (scenario) =>
    scenario.knows(fact);
const changes: fc.Arbitrary<Move> = fc.oneof(
  aPerson.map((personId) => change({ type: 'PersonDisabled', data: { personId } })),
  aPerson.map((personId) => change({ type: 'PersonEnabled', data: { personId } })),
  aPerson.map((personId) => change({ type: 'ContactMethodRemoved', data: { personId, contactMethodId: methodOf(personId, 0) } })),
  fc.constantFrom(
    change({ type: 'ServiceArchived', data: { teamId, serviceId } }),
    change({ type: 'ServiceRestored', data: { teamId, serviceId } }),
    change({ type: 'PolicyRemoved', data: { teamId, policyId } }),
  ),
);

const outcomes: readonly (AttemptOutcome | null)[] = [
  { ok: true, state: 'sent', providerId: null },
  { ok: true, state: 'delivered', providerId: 'm' },
  { ok: false, reason: 'delivery.timeout', detail: '', retry: true },
  { ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false },
  null,
];
const providers: fc.Arbitrary<Move> = fc.constantFrom(...outcomes).map((outcome) => (scenario) => {
  scenario.provider = () => outcome;
});
const waitMove: fc.Arbitrary<Move> = fc.constantFrom(0.1, 1, 5, 11, 35).map((minutes) => (scenario) => scenario.passes(minutes));
const crashes: fc.Arbitrary<Move> = fc.constantFrom(0, 1, 7, 60).map((minutes) => (scenario) => {
  scenario.world.awayUntil(new Date(Date.parse(scenario.world.now) + minutes * 60_000).toISOString());
  scenario.world.advance(0);
});

const aMove = fc.oneof(
  { weight: 4, arbitrary: messages },
  { weight: 2, arbitrary: events },
  { weight: 6, arbitrary: acts },
  { weight: 2, arbitrary: answers },
  { weight: 1, arbitrary: byHand },
  { weight: 2, arbitrary: changes },
  { weight: 2, arbitrary: providers },
  { weight: 6, arbitrary: waitMove },
  { weight: 1, arbitrary: crashes },
);
const aSetting: fc.Arbitrary<Setting> = fc.record({
  steps: fc.array(
    fc
      .tuple(fc.uniqueArray(aPerson, { minLength: 1, maxLength: 2 }), fc.constantFrom(1, 5), fc.boolean())
      .map(([persons, waitMinutes, notifyOthersStill]) => pages(persons, { waitMinutes, notifyOthersStill })),
    { minLength: 1, maxLength: 3 },
  ),
  repeats: fc.nat(2),
  climbLow: fc.boolean(),
  noManager: fc.boolean(),
  contacts: fc.constantFrom(
    {},
    {
      [ana]: contactsOfPerson(
        ana,
        ['browser', 'email', '?webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 3],
          ['low', 1, 10],
        ],
      ),
      [bo]: contactsOfPerson(bo, []),
    },
  ),
});

const groups = (scenario: Scenario): readonly ExistingGroup[] =>
  scenario.rows().map(({ id }) => scenario.world.state(alertGroupDecider, id) as ExistingGroup);

/** The part of the next step that screens show: without the event that planned it. */
const nextShownIn = ({ climb: { next } }: ExistingGroup) => next && { round: next.round, step: next.step, dueAt: next.dueAt };

/** Checks this after each move of random histories. */
const checkAlways = (checkScenario: (scenario: Scenario) => void, numRuns = 150): void =>
  fc.assert(
    fc.property(aSetting, fc.array(aMove, { minLength: 1, maxLength: 25 }), (setting, moves) => {
      const scenario = new Scenario(setting);
      for (const move of moves) {
        move(scenario);
        checkScenario(scenario);
      }
    }),
    { numRuns },
  );

/** On screens a given-up attempt is cancelled, whether it was dropped or its page has ended. */
const shownState = ({ state }: Attempt, page: Page): string =>
  state === 'dropped' || state === 'joined' || (state === 'queued' && page.state !== 'running') ? 'cancelled' : state;

const ringsFor = (state: ExistingGroup): readonly string[] =>
  state.pages.flatMap((page) => (page.state === 'running' && !page.quiet ? [page.personId] : []));

describe('in any history', () => {
  it('no timer comes to nothing: each ends by an event', () => checkAlways((scenario) => expect(scenario.idleTimers()).toEqual([])));

  it('Tocsin asks for nothing that it refuses itself', () => checkAlways((scenario) => expect(scenario.world.refusals).toEqual([])));

  it('a high-urgency group that nobody has always waits for something', () =>
    checkAlways((scenario) => {
      for (const state of groups(scenario)) {
        if (state.status === 'firing' && state.urgency === 'high' && !state.test) expect(state.climb.next).not.toBeNull();
      }
    }));

  it('a person has at most one page under way in a group', () =>
    checkAlways((scenario) => {
      for (const state of groups(scenario)) {
        const pagesUnderWay = state.pages
          .filter(
            (page) =>
              page.state === 'running' &&
              !page.quiet &&
              Object.values(page.attempts).some((one) => one.state === 'queued' || one.state === 'sending'),
          )
          .map((page) => page.personId);
        expect(pagesUnderWay).toEqual([...new Set(pagesUnderWay)]);
      }
    }));

  it('nothing of a cancelled page is claimed after its cancelling', () =>
    checkAlways((scenario) => {
      const endedPages = new Set<string>();
      for (const event of scenario.news()) {
        if (event.type === 'PageCancelled' || event.type === 'PageAnswered' || event.type === 'PageFailed')
          endedPages.add(event.data.pageId);
        if (event.type === 'AttemptStarted') expect(endedPages.has(event.data.pageId)).toBe(false);
      }
    }));

  it('an attempt is claimed once, and by an id of its own', () =>
    checkAlways((scenario) => {
      const ids = scenario.all('AttemptStarted').map(({ data }) => data.attemptId);
      expect(new Set(ids).size).toBe(ids.length);
    }));
});

describe('the rows of any history', () => {
  it('of the list say what the decider knows', () =>
    checkAlways((scenario) => {
      for (const state of groups(scenario)) {
        const row = scenario.world.rows<StoredAlertGroupRow>('alertGroups').get(state.groupId)!;
        const { status, title, urgency, opening, senderStillFiring, responders } = state;
        const firing = Object.entries(alertsByKey(state.alerts)).filter(([, alert]) => alert.firing);
        expect(row).toMatchObject({
          status: state.status === 'acknowledged' && state.snooze ? 'snoozed' : status,
          title,
          urgency,
          opening,
          senderStillFiring,
          responders,
          firing: firing.length,
          alerts: listAlerts(state.alerts).length,
        });
        expect(row.firingKeys.toSorted()).toEqual(firing.map(([key]) => key).toSorted());
        expect(row.next).toEqual(nextShownIn(state));
        expect(row.nobodyHasIt).toBe(status === 'firing' && state.climb.exhausted);
        expect(row.paging.toSorted()).toEqual([...new Set(ringsFor(state))].toSorted());
        if (state.status !== 'resolved') expect(row.holder).toEqual(state.status === 'acknowledged' ? state.holder : null);
        if (state.status === 'resolved')
          expect([row.resolvedAt, row.resolvedBy]).toEqual([state.at, { by: state.by, actorId: state.actorId }]);
      }
    }));

  it('of alerts and ladders do too', () =>
    checkAlways((scenario) => {
      for (const state of groups(scenario)) {
        const alerts = scenario.world.rows<AlertsRow>('alerts').get(state.groupId)!.alerts;
        expect(Object.fromEntries(alerts.map((alert) => [alert.fingerprint, alert.state === 'firing']))).toEqual(
          Object.fromEntries(Object.entries(alertsByKey(state.alerts)).map(([key, alert]) => [key, alert.firing])),
        );
        const ladder = scenario.world.rows<LadderRow>('ladders').get(state.groupId)!;
        expect(ladder.next).toEqual(nextShownIn(state));
        for (const page of ladder.pages) {
          const knownPage = pageOf(state, page.pageId);
          if (!knownPage && !page.quiet) expect(['answered', 'cancelled', 'failed']).toContain(page.state);
          if (!knownPage) continue;
          expect(['answered', 'cancelled', 'failed'].includes(page.state) ? page.state : 'running').toBe(knownPage.state);
          const states = Object.values(knownPage.attempts).map((one) => [one.slot, shownState(one, knownPage)]);
          expect(Object.fromEntries(page.attempts.map(({ slot, state }) => [slot, state]))).toEqual(Object.fromEntries(states));
        }
      }
    }));

  it('in memory hold the same timers as the whole history', () =>
    checkAlways((scenario) => {
      for (const state of groups(scenario)) {
        const rememberedGroup = scenario.world.memory.rows<ExistingGroup>('groups').get(state.groupId)!;
        expect(timersOfGroup(rememberedGroup, scenario.world.epoch)).toEqual(timersOfGroup(state, scenario.world.epoch));
      }
    }));
});
