import { alertmanager, alertOf, resolvedAlert } from '../routing/signals.fixture.js';
import { ana, bo, Scenario, mia, pages, contactsOfPerson } from './groups.fixture.js';

const ringingScenario = (setting = {}): Scenario => {
  const scenario = new Scenario(setting);
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.passes(6);
  scenario.news();
  return scenario;
};
const quietPages = (scenario: Scenario) =>
  scenario
    .news()
    .flatMap((event) => (event.type === 'PageStarted' && event.data.quiet ? [[event.data.personId, event.data.cause.kind]] : []));
const resolveBySender = (scenario: Scenario): void => scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));

describe('resolving', () => {
  it('goes on with the retries of a quiet word that another method has brought', () => {
    const scenario = ringingScenario({ contacts: { [ana]: contactsOfPerson(ana, ['email', 'webhook'], [['low', 0, 0]]) } });
    scenario.provider = ({ personId, quiet, kind }) =>
      personId === ana && quiet && kind === 'email'
        ? { ok: false, reason: 'delivery.provider_unreachable', detail: 'no', retry: true }
        : { ok: true, state: 'sent', providerId: null };
    resolveBySender(scenario);
    scenario.passes(2);
    const quietIds = new Set(scenario.all('PageStarted').flatMap(({ data }) => (data.quiet && data.personId === ana ? [data.pageId] : [])));
    const plannedAttempts = scenario.all('AttemptPlanned').filter(({ data }) => quietIds.has(data.pageId));
    expect(plannedAttempts.map(({ data }) => [data.kind, data.because, data.n])).toEqual([
      ['email', 'quiet', 1],
      ['email', 'retry', 2],
      ['webhook', 'next_method', 1],
      ['email', 'retry', 3],
      ['email', 'retry', 4],
    ]);
    expect(scenario.all('AttemptStarted').filter(({ data }) => quietIds.has(data.pageId))).toHaveLength(plannedAttempts.length);
  });

  it.each([
    ['tells whoever was rung seven days ago', 7 * 24 * 60, [ana]],
    ['tells nobody who was rung longer ago', 7 * 24 * 60 + 1, []],
  ])('%s', (_says, minutes, expectedNotice) => {
    const scenario = new Scenario();
    scenario.knows({ type: 'ClosingByAgeChanged', data: { days: 0 } });
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
    scenario.passes(minutes);
    scenario.news();
    resolveBySender(scenario);
    expect(quietPages(scenario).map(([personId]) => personId)).toEqual(expectedNotice);
  });

  it('cancels every page with the reason, and plans nothing more', () => {
    const scenario = ringingScenario({
      contacts: {
        [ana]: contactsOfPerson(
          ana,
          ['email', 'webhook'],
          [
            ['high', 0, 0],
            ['high', 1, 60],
          ],
        ),
      },
    });
    resolveBySender(scenario);
    expect(scenario.all('PageCancelled').map(({ data }) => [data.personId, data.reason])).toEqual([
      [ana, 'delivery.cancelled_by_resolve'],
      [bo, 'delivery.cancelled_by_resolve'],
    ]);
    scenario.news();
    scenario.passes(120);
    expect(scenario.types()).toEqual([]);
  });

  it('tells everybody whose phone rang, once and quietly', () => {
    const scenario = ringingScenario();
    resolveBySender(scenario);
    expect(quietPages(scenario)).toEqual([
      [ana, 'resolved'],
      [bo, 'resolved'],
    ]);
    resolveBySender(scenario);
    scenario.passes(60);
    expect(quietPages(scenario)).toEqual([]);
  });

  it('does not tell whom it never reached, nor the one who resolved it', () => {
    const scenario = new Scenario({ steps: [pages([ana, bo, mia])] });
    scenario.provider = ({ personId }) =>
      personId === mia
        ? { ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false }
        : { ok: true, state: 'sent', providerId: null };
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.news();
    scenario.act('ResolveAlertGroup', {}, ana);
    expect(quietPages(scenario)).toEqual([[bo, 'resolved']]);
  });

  it('by hand says whether it still fired, and by whom', () => {
    const scenario = ringingScenario();
    scenario.act('ResolveAlertGroup', {}, bo);
    expect(scenario.all('AlertGroupResolved')[0]!.data).toMatchObject({ by: 'person', whileFiring: true });
    expect(scenario.row()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'person', actorId: bo } });
    expect(scenario.refusal(scenario.act('ResolveAlertGroup'))).toBe('alert_group.already_resolved');
  });

  it('refuses every other act but a note', () => {
    const scenario = ringingScenario();
    resolveBySender(scenario);
    for (const type of ['RenewAcknowledgement', 'TakeOverAlertGroup', 'JoinAlertGroup'])
      expect(scenario.refusal(scenario.act(type))).toBe('alert_group.already_resolved');
    expect(scenario.refusal(scenario.act('AddResponder', { personId: bo }))).toBe('alert_group.already_resolved');
    expect(scenario.act('AddNote', { text: 'It was the disk' }).kind).toBe('done');
  });
});

describe('a re-fire inside the window', () => {
  it('rings the last holder first, then step 1', () => {
    const scenario = ringingScenario();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    resolveBySender(scenario);
    scenario.news();
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(scenario.paged()).toEqual([bo]);
    scenario.passes(5);
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.ladder()).toMatchObject({ because: 'refire' });
  });

  it('begins at step 1 when nobody had it', () => {
    const scenario = ringingScenario();
    resolveBySender(scenario);
    scenario.news();
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(scenario.paged()).toEqual([ana]);
  });

  it('rings by the rules, not by every method: it is a new opening', () => {
    const scenario = ringingScenario();
    resolveBySender(scenario);
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(scenario.all('EscalationStepTaken').at(-1)!.data.targets[0]!.persons[0]!.outcome).toBe('paged');
  });
});

describe('reopening by hand', () => {
  const resolvedScenario = (): Scenario => {
    const scenario = ringingScenario();
    resolveBySender(scenario);
    scenario.news();
    return scenario;
  };

  it('fires after ten seconds of grace', () => {
    const scenario = resolvedScenario();
    scenario.act('ReopenAlertGroup');
    expect(scenario.row()).toMatchObject({ status: 'firing', opening: 2, next: { step: 1 } });
    scenario.passes(9 / 60);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1 / 60);
    expect(scenario.paged()).toEqual([ana]);
  });

  it('is the presser’s who ticks “I have it”, with their time running', () => {
    const scenario = resolvedScenario();
    scenario.act('ReopenAlertGroup', { iHaveIt: true }, bo);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: bo }, next: null });
    scenario.passes(30);
    expect(scenario.row().status).toBe('firing');
    expect(scenario.paged()).toContain(bo);
  });

  it('is possible for seven days', () => {
    const scenario = resolvedScenario();
    scenario.passes(7 * 24 * 60);
    const early = scenario.world.now;
    expect(scenario.act('ReopenAlertGroup', { iHaveIt: true }).kind).toBe('done');
    expect(scenario.all('AlertGroupReopened')[0]!.meta.at).toBe(early);
    const lateScenario = resolvedScenario();
    lateScenario.passes(7 * 24 * 60 + 1);
    expect(lateScenario.refusal(lateScenario.act('ReopenAlertGroup'))).toBe('alert_group.too_old_to_reopen');
  });

  it('needs a group that is resolved', () => {
    expect(ringingScenario().act('ReopenAlertGroup')).toMatchObject({ refused: { code: 'alert_group.not_resolved' } });
  });
});
