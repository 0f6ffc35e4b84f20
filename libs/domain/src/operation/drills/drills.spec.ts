import type { DrillRow } from '@tocsin/contracts/drills/noun.js';
import type { WorldOutcome } from '@tocsin/kernel/replay/world/outcome.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { addMillis } from '@tocsin/kernel/time.js';
import {
  ana,
  as,
  bo,
  contactsOfPerson,
  ola,
  pages,
  Scenario,
  serviceOf,
  teamId,
  toPolicySteps,
  type Setting,
} from '../alert-groups/groups.fixture.js';
import { idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { alertmanager, alertOf } from '../routing/signals.fixture.js';

const minute = 60_000;
const sent = ['sent', null];
const unsent = ['cancelled', 'delivery.drill_no_consent'];
const real = ['cancelled', 'delivery.drill_real_page'];
const busy = ['cancelled', 'delivery.drill_busy'];

class Drilled extends Scenario {
  run(type: string, data: object = {}, by: string = ola): WorldOutcome {
    const outcome = this.world.run({ type, data }, { actor: as(by) });
    this.world.advance(0);
    return outcome;
  }
  refused(type: string, data: object = {}, by: string = ola): string | null {
    return this.refusal(this.run(type, data, by));
  }
  drill(): DrillRow {
    return [...this.world.rows<DrillRow>('drills').all()].at(-1)!;
  }
  plan(change: object = {}): string {
    const from = this.world.now;
    const opening = { serviceId: serviceOf(0), policyId: null, urgency: 'high', after: 0 };
    this.run('PlanDrill', { from, to: addMillis(from, 60 * minute), night: null, personIds: [ana, bo], openings: [opening], ...change });
    return this.drill().id;
  }
  /** Planned, agreed to by these people, and started. */
  starts(people: readonly string[], change: object = {}): string {
    const drillId = this.plan(change);
    for (const personId of people) this.run('GiveDrillConsent', { drillId }, personId);
    this.run('StartDrill', { drillId });
    return drillId;
  }
  rings(): void {
    this.receives({ ...alertmanager([alertOf('Disk')], { key: 'Disk' }), serviceId: serviceOf(1) });
  }
  /** State and reason of each attempt to a person, in the groups of the drill. */
  attempts(personId = ana) {
    const ids = this.rows().flatMap(({ id, drillId }) => (drillId === undefined ? [] : [id]));
    return ids.flatMap((id) =>
      this.ladderOf(id)
        .pages.filter((page) => page.personId === personId)
        .flatMap((page) => page.attempts.map(({ state, reason }) => [state, reason])),
    );
  }
  private ladderOf(id: string) {
    return this.world.rows<ReturnType<Scenario['ladder']>>('ladders').get(id)!;
  }
}

const besideReal = (setting: Setting = {}) => new Drilled({ steps: [pages([ana]), pages([bo])], services: 2, ...setting });

const byPhone = () => besideReal({ contacts: { [ana]: contactsOfPerson(ana, ['voice'], [['high', 0, 0]]) } });

describe('a drill that pages people', () => {
  it('pages only those who agreed, and climbs as if it had paged all', () => {
    const scenario = besideReal();
    scenario.starts([bo]);
    expect(scenario.row()).toMatchObject({ title: 'DRILL: alert on Checkout', test: true, drillId: scenario.drill().id });
    expect(scenario.attempts()).toEqual([unsent]);
    scenario.passes(5);
    expect(scenario.attempts(bo)).toEqual([sent]);
    expect(scenario.all('AttemptStarted')).toHaveLength(1);
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('opens its alert groups one after the other, and resolves them when its time is over', () => {
    const scenario = besideReal();
    const opening = { serviceId: serviceOf(0), policyId: null, urgency: 'high' };
    scenario.starts([ana], { openings: [0, 20].map((after) => ({ ...opening, after: after * minute })) });
    expect(scenario.rows()).toHaveLength(1);
    scenario.passes(20);
    expect(scenario.rows()).toHaveLength(2);
    scenario.passes(40);
    expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'resolved']);
    expect(scenario.drill()).toMatchObject({ state: 'ended', ended: { because: 'time' } });
  });

  it('is decided again the same', () => {
    const scenario = besideReal();
    scenario.starts([ana, bo]);
    scenario.rings();
    scenario.passes(60);
    const { differences } = reenact(domain, scenario.world.events);
    expect(differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  });

  it('ends at once where an admin ends it', () => {
    const scenario = besideReal();
    const drillId = scenario.starts([ana, bo]);
    scenario.run('EndDrill', { drillId });
    expect(scenario.row().status).toBe('resolved');
    scenario.passes(60);
    expect(scenario.attempts(bo)).toEqual([]);
    expect(scenario.refused('GiveDrillConsent', { drillId }, bo)).toBe('drill.not_found');
    expect(scenario.refused('WithdrawDrillConsent', { drillId }, bo)).toBe('drill.not_found');
    expect(scenario.refused('StartDrill', { drillId })).toBe('drill.not_found');
    expect(scenario.refused('EndDrill', { drillId })).toBe('drill.not_found');
  });

  it('no longer pages somebody who withdraws while it runs: what rings ends, what is due is not sent', () => {
    const contacts = {
      [ana]: contactsOfPerson(
        ana,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 3],
        ],
      ),
    };
    const scenario = besideReal({ contacts, steps: [pages([ana], { waitMinutes: 30 }), pages([bo])] });
    const drillId = scenario.starts([ana, bo]);
    expect(scenario.attempts()).toEqual([sent, ['queued', null]]);
    scenario.run('WithdrawDrillConsent', { drillId }, ana);
    scenario.run('WithdrawDrillConsent', { drillId }, bo);
    expect(scenario.all('PageCancelled').map(({ data }) => [data.personId, data.reason])).toEqual([[ana, 'delivery.drill_no_consent']]);
    scenario.passes(40);
    expect(scenario.attempts(bo)).toEqual([unsent]);
    expect(scenario.all('AttemptStarted')).toHaveLength(1);
  });

  it('is cancelled for a person for whom a real page of high urgency falls due, and the real one waits for nothing', () => {
    const scenario = besideReal();
    scenario.starts([ana, bo]);
    expect(scenario.attempts()).toEqual([sent]);
    scenario.rings();
    expect(scenario.all('DrillConsentWithdrawn').map(({ data }) => [data.personId, data.because])).toEqual([[ana, 'real_page']]);
    expect(scenario.all('PageCancelled').map(({ data }) => data.reason)).toEqual(['delivery.drill_real_page']);
    expect(scenario.ladder().pages.map(({ personId, attempts }) => [personId, attempts.map(({ state }) => state)])).toEqual([
      [ana, ['sent']],
    ]);
    expect(scenario.all('AttemptWaits')).toEqual([]);
    // the next step of both falls due
    scenario.passes(5);
    expect(scenario.attempts(bo)).toEqual([real]);
  });

  it('rings nobody who is being paged for real when it starts', () => {
    const scenario = besideReal();
    scenario.rings();
    scenario.starts([ana, bo]);
    expect(scenario.attempts()).toEqual([real]);
  });

  it('sends one message at a time by each method, and counts for no wait and no limit', () => {
    const scenario = besideReal();
    const opening = { serviceId: serviceOf(0), policyId: null, urgency: 'high' };
    const openings = [0, 0, 0, 0.9, 1].map((after) => ({ ...opening, after: after * minute }));
    scenario.starts([ana], { openings });
    scenario.passes(1);
    expect(scenario.attempts()).toEqual([sent, busy, busy, busy, sent]);
    expect(scenario.all('AttemptStarted').every(({ data }) => data.ring === undefined)).toBe(true);
    expect(scenario.all('AttemptWaits')).toEqual([]);
  });

  it('calls a phone once at a time, also one that two people have', () => {
    const called = byPhone();
    const opening = { serviceId: serviceOf(0), policyId: null, urgency: 'high', after: 0 };
    called.starts([ana], { openings: [opening, opening, opening, opening] });
    expect(called.all('AttemptStarted').map(({ data }) => data.drill?.personId)).toEqual([ana]);
    expect(called.attempts().filter(([, reason]) => reason === busy[1])).toHaveLength(3);
  });

  it('leaves a real call alone, and a real call waits for none of a drill', () => {
    const scenario = byPhone();
    scenario.starts([ana]);
    scenario.rings();
    expect(scenario.all('AttemptStarted').map(({ data }) => data.drill === undefined)).toEqual([false, true]);
    expect(scenario.all('AttemptWaits')).toEqual([]);
  });

  it('rings nobody who has a real alert group of high urgency in hand', () => {
    const scenario = besideReal();
    scenario.rings();
    scenario.run('AcknowledgeAlertGroup', { groupId: scenario.row().id }, ana);
    scenario.starts([ana, bo]);
    expect(scenario.attempts()).toEqual([real]);
  });

  it('resolves an alert group whose drill is over when it would page', () => {
    const scenario = besideReal();
    const drillId = scenario.starts([ana, bo]);
    scenario.run('EndDrill', { drillId });
    const { data } = scenario.all('AlertGroupOpened')[0]!;
    const groupId = idOf('0e');
    scenario.run('OpenAlertGroup', { ...data, groupId, number: 77 });
    scenario.passes(1);
    expect(scenario.rows().find(({ id }) => id === groupId)).toMatchObject({ status: 'resolved' });
    expect(scenario.all('AttemptStarted')).toHaveLength(1);
  });

  it('opens no storm, and is not reopened by a signal', () => {
    const scenario = besideReal();
    scenario.starts([ana]);
    const drilled = scenario.row().id;
    scenario.passes(60);
    scenario.receives({ ...alertmanager([alertOf('Disk')], { key: 'Disk' }), serviceId: serviceOf(0) });
    expect(scenario.rows()).toHaveLength(2);
    expect(scenario.rows().find(({ id }) => id === drilled)).toMatchObject({ status: 'resolved' });
    expect(scenario.row()).toMatchObject({ test: false });
  });
});

describe('what is refused about a drill', () => {
  it('is a time that is over, too long or too far', () => {
    const scenario = besideReal();
    const now = scenario.world.now;
    const refusalOf = (from: number, to: number) => {
      scenario.plan({ from: addMillis(now, from * minute), to: addMillis(now, to * minute) });
      return scenario.all('DrillPlanned');
    };
    const request = (from: number, to: number) =>
      scenario.refused('PlanDrill', {
        from: addMillis(now, from * minute),
        to: addMillis(now, to * minute),
        night: null,
        personIds: [ana],
        openings: [{ serviceId: serviceOf(0), policyId: null, urgency: 'high', after: 0 }],
      });
    expect([request(-60, 0), request(0, 241), request(10, 10), request(29 * 24 * 60, 29 * 24 * 60 + 60)]).toEqual(
      Array.from({ length: 4 }, () => 'drill.window_invalid'),
    );
    expect(refusalOf(10, 20)).toHaveLength(1);
  });

  it('is another one while one is open, what does not exist, and a start without consent or out of its time', () => {
    const scenario = besideReal();
    const now = scenario.world.now;
    const window = { from: addMillis(now, 10 * minute), to: addMillis(now, 30 * minute), night: null, personIds: [ana] };
    const opening = { serviceId: serviceOf(0), policyId: null, urgency: 'high', after: 0 };
    expect(scenario.refused('PlanDrill', { ...window, openings: [{ ...opening, serviceId: idOf('0f') }] })).toBe('service.not_found');
    expect(scenario.refused('PlanDrill', { ...window, openings: [{ ...opening, policyId: idOf('0f') }] })).toBe('policy.not_found');
    expect(scenario.refused('PlanDrill', { ...window, personIds: [idOf('0f')], openings: [opening] })).toBe('person.not_found');
    const drillId = scenario.plan(window);
    expect(scenario.refused('PlanDrill', { ...window, openings: [opening] })).toBe('drill.another_planned');
    expect(scenario.refused('StartDrill', { drillId })).toBe('drill.not_now');
    scenario.passes(10);
    expect(scenario.refused('StartDrill', { drillId })).toBe('drill.no_consent');
    scenario.run('GiveDrillConsent', { drillId }, ana);
    scenario.run('WithdrawDrillConsent', { drillId }, ana);
    expect(scenario.refused('StartDrill', { drillId })).toBe('drill.no_consent');
    scenario.passes(20);
    expect(scenario.drill()).toMatchObject({ state: 'ended', ended: { because: 'time' } });
    expect(
      scenario.refused('PlanDrill', {
        ...window,
        from: scenario.world.now,
        to: addMillis(scenario.world.now, minute),
        openings: [opening],
      }),
    ).toBe(null);
  });

  it('is an archived service and a removed policy, when it is planned and when it starts', () => {
    const scenario = besideReal();
    const service = { teamId, serviceId: serviceOf(1) };
    const policyId = idOf('91');
    const steps = toPolicySteps([pages([ana])]);
    scenario.knows({ type: 'PolicyCreated', data: { teamId, policyId, version: 1, name: 'Second', steps, repeats: 1, climbLow: false } });
    const openings = [serviceOf(0), serviceOf(1)].map((serviceId, n) => ({
      serviceId,
      policyId: n === 0 ? policyId : null,
      urgency: 'high',
      after: 0,
    }));
    const drillId = scenario.plan({ openings });
    const again = { from: scenario.world.now, to: addMillis(scenario.world.now, minute), night: null, personIds: [ana], openings };
    scenario.run('GiveDrillConsent', { drillId }, ana);
    scenario.knows({ type: 'ServiceArchived', data: service });
    expect(scenario.refused('StartDrill', { drillId })).toBe('drill.service_archived');
    scenario.knows({ type: 'ServiceRestored', data: service });
    scenario.knows({ type: 'PolicyRemoved', data: { teamId, policyId } });
    expect(scenario.refused('StartDrill', { drillId })).toBe('drill.policy_removed');
    scenario.run('EndDrill', { drillId });
    expect(scenario.refused('PlanDrill', again)).toBe('drill.policy_removed');
    scenario.knows({ type: 'ServiceArchived', data: service });
    expect(scenario.refused('PlanDrill', { ...again, openings: openings.slice(1) })).toBe('drill.service_archived');
  });

  it('is the consent of somebody who was not asked, and a start that would page none of those who agreed', () => {
    const scenario = besideReal();
    const drillId = scenario.plan({ personIds: [ola, ana] });
    expect(scenario.refused('GiveDrillConsent', { drillId }, bo)).toBe('drill.not_asked');
    scenario.run('GiveDrillConsent', { drillId }, ola);
    expect(scenario.refused('StartDrill', { drillId })).toBe('drill.no_one_rung');
    scenario.run('GiveDrillConsent', { drillId }, ana);
    expect(scenario.refused('StartDrill', { drillId })).toBe(null);
  });

  it('is nothing the second time', () => {
    const scenario = besideReal();
    const drillId = scenario.starts([ana]);
    scenario.news();
    scenario.run('GiveDrillConsent', { drillId }, ana);
    scenario.run('StartDrill', { drillId });
    scenario.run('WithdrawDrillConsent', { drillId }, bo);
    expect(scenario.types()).toEqual([]);
  });
});
