import { alertmanager, alertOf, pagerduty } from '../routing/signals.fixture.js';
import { ana, bo, Harbour, mia, ola, pages, reachedBy, rio, sam, zoe } from './groups.fixture.js';

const ringing = (setting = {}): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana, bo]), pages([mia])], ...setting });
  harbour.receives(alertmanager([alertOf('Disk')]));
  harbour.passes(0.5);
  harbour.news();
  return harbour;
};
const ends = (harbour: Harbour) =>
  harbour
    .news()
    .flatMap((event) =>
      event.type === 'PageAnswered' || event.type === 'PageCancelled'
        ? [[event.type, event.data.personId, 'reason' in event.data ? event.data.reason : '']]
        : [],
    );

describe('acknowledging', () => {
  it('records who has it, answers their own page, cancels the others with the reason, and stops the climb', () => {
    const harbour = ringing();
    const page = harbour.group().pages.find(({ personId }) => personId === ana)!;
    harbour.act('AcknowledgeAlertGroup');
    expect(harbour.all('AlertGroupAcknowledged')[0]!.data).toMatchObject({
      holder: { kind: 'person', personId: ana },
      pageId: page.pageId,
    });
    expect(ends(harbour)).toEqual([
      ['PageAnswered', ana, ''],
      ['PageCancelled', bo, 'delivery.cancelled_by_acknowledge'],
    ]);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', next: null, paging: [] });
    expect(harbour.ladder()).toMatchObject({ state: 'stopped', because: 'acknowledged' });
  });

  it('lets nothing of a cancelled page be claimed afterwards', () => {
    const harbour = ringing({
      contacts: {
        [bo]: reachedBy(
          bo,
          ['email', 'webhook'],
          [
            ['high', 0, 0],
            ['high', 1, 2],
          ],
        ),
      },
    });
    harbour.act('AcknowledgeAlertGroup');
    harbour.passes(10);
    expect(harbour.types()).not.toContain('AttemptStarted');
  });

  it('records a second person’s acknowledge once, stops their phone, and says who has it and since when', () => {
    const harbour = ringing();
    harbour.act('AcknowledgeAlertGroup');
    const since = harbour.world.now;
    harbour.passes(0.2);
    harbour.news();
    const holder = { kind: 'person', personId: ana };
    expect(harbour.act('AcknowledgeAlertGroup', {}, bo)).toMatchObject({
      kind: 'done',
      facts: [{ type: 'AlertGroupAcknowledgedToo', data: { by: { kind: 'person', personId: bo }, pageId: null, holder, since } }],
    });
    expect(harbour.act('AcknowledgeAlertGroup', {}, bo)).toEqual({ kind: 'nothing', says: { holder, since, mine: false } });
    expect(harbour.act('AcknowledgeAlertGroup', {}, ana)).toMatchObject({ kind: 'nothing', says: { mine: true } });
    expect(harbour.types()).toEqual(['AlertGroupAcknowledgedToo']);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder });
  });

  it('answers the page of somebody whom the holder called in', () => {
    const harbour = ringing();
    harbour.act('AcknowledgeAlertGroup');
    harbour.act('AddResponder', { personId: bo });
    harbour.news();
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    expect(harbour.types()).toEqual(['AlertGroupAcknowledgedToo', 'PageAnswered']);
    harbour.passes(10);
    expect(harbour.paged()).toEqual([]);
    harbour.act('AddResponder', { personId: bo });
    harbour.news();
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    expect(harbour.types()).toEqual(['AlertGroupAcknowledgedToo', 'PageAnswered']);
  });

  it('is refused once resolved, with time and resolver', () => {
    const harbour = ringing();
    harbour.act('ResolveAlertGroup', {}, bo);
    const outcome = harbour.act('AcknowledgeAlertGroup');
    expect(outcome).toMatchObject({
      kind: 'refused',
      refused: { code: 'alert_group.already_resolved', params: { number: 1, resolvedAt: harbour.world.now, by: 'person', actorId: bo } },
    });
  });

  it('leaves pages of a step that says “notify others still”', () => {
    const harbour = ringing({
      steps: [pages([ana, bo], { notifyOthersStill: true })],
      contacts: {
        [bo]: reachedBy(
          bo,
          ['email', 'webhook'],
          [
            ['high', 0, 0],
            ['high', 1, 2],
          ],
        ),
      },
    });
    harbour.act('AcknowledgeAlertGroup');
    expect(ends(harbour)).toEqual([['PageAnswered', ana, '']]);
    harbour.passes(3);
    expect(harbour.all('AttemptStarted')).toHaveLength(3);
  });

  it('leaves pages that a person asked for', () => {
    const harbour = ringing();
    harbour.act('AddResponder', { personId: sam });
    harbour.news();
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    expect(ends(harbour).map(([, person]) => person)).toEqual([ana, bo]);
    expect(harbour.row().paging).toEqual([sam]);
  });

  it('before anybody was rung stops the phones that would have', () => {
    const harbour = new Harbour();
    harbour.world.record(
      'inbox-n1',
      [{ type: 'SignalReceived', data: { ...alertmanager([alertOf('Disk')]), receivedAt: harbour.world.now } }],
      {
        kind: 'sender',
        id: 'x',
        roles: [],
      },
    );
    harbour.act('AcknowledgeAlertGroup');
    harbour.passes(15);
    expect(harbour.all('AttemptStarted')).toEqual([]);
  });
});

describe('a sender’s acknowledge', () => {
  const held = (): Harbour => {
    const harbour = new Harbour();
    harbour.receives(pagerduty('k'));
    harbour.receives(pagerduty('k', 'acknowledge'));
    return harbour;
  };

  it('makes the sender the holder, whom nobody asks, and whose time runs out', () => {
    const harbour = held();
    harbour.passes(29);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { kind: 'sender' } });
    harbour.news();
    harbour.passes(1);
    const types = harbour.types();
    expect(harbour.all('HolderAsked')).toEqual([]);
    expect(types.slice(0, 3)).toEqual(['AlertGroupReturnedToFiring', 'EscalationStarted', 'EscalationStepPlanned']);
    expect(harbour.all('EscalationStepTaken').at(-1)!.data.step).toBe(1);
  });

  it('does not take it from a person', () => {
    const harbour = new Harbour();
    harbour.receives(pagerduty('k'));
    harbour.act('AcknowledgeAlertGroup');
    harbour.receives(pagerduty('k', 'acknowledge'));
    expect(harbour.row().holder).toEqual({ kind: 'person', personId: ana });
  });

  it('is no earlier holder to be rung first when there is news', () => {
    const harbour = held();
    harbour.receives(pagerduty('k', 'trigger', { fingerprint: 'k2', name: 'Other' }));
    expect(harbour.row().status).toBe('firing');
    expect(harbour.all('EscalationStepTaken').at(-1)!.data.step).toBe(1);
  });
});

describe('two people at once', () => {
  it('take over: the new holder has it, from whom is recorded, and their time begins', () => {
    const harbour = ringing();
    harbour.act('AcknowledgeAlertGroup');
    harbour.passes(10);
    harbour.act('TakeOverAlertGroup', {}, bo);
    expect(harbour.all('AlertGroupTakenOver')[0]!.data).toMatchObject({ from: { personId: ana }, holder: { personId: bo } });
    expect(harbour.row().holder).toEqual({ kind: 'person', personId: bo });
    harbour.passes(29);
    expect(harbour.row().status).toBe('acknowledged');
    expect(harbour.act('TakeOverAlertGroup', {}, bo).kind).toBe('nothing');
  });

  it('take over of what nobody has is an acknowledge', () => {
    const harbour = ringing();
    harbour.act('TakeOverAlertGroup', {}, bo);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { personId: bo } });
  });

  it('join: once, beside the holder', () => {
    const harbour = ringing();
    expect(harbour.refusal(harbour.act('JoinAlertGroup', {}, bo))).toBe('alert_group.not_acknowledged');
    harbour.act('AcknowledgeAlertGroup');
    expect(harbour.act('JoinAlertGroup', {}, ana).kind).toBe('nothing');
    harbour.act('JoinAlertGroup', {}, bo);
    expect(harbour.act('JoinAlertGroup', {}, bo).kind).toBe('nothing');
    expect(harbour.row()).toMatchObject({ holder: { personId: ana }, responders: [bo] });
  });
});

describe('giving it back', () => {
  it('waits ten seconds, then takes the step that it had reached', () => {
    const harbour = new Harbour();
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.passes(6);
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    harbour.news();
    harbour.act('UnacknowledgeAlertGroup', {}, bo);
    expect(harbour.row()).toMatchObject({ status: 'firing', next: { step: 2 } });
    harbour.passes(9 / 60);
    expect(harbour.paged()).toEqual([]);
    harbour.passes(1 / 60);
    expect(harbour.paged()).toEqual([bo]);
  });

  it('is given back to the person who had it, where a resolve is taken back', () => {
    const harbour = ringing();
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    harbour.act('ResolveAlertGroup', {}, ana);
    harbour.act('ReopenAlertGroup', { iHaveIt: true, asBefore: true }, ana);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { kind: 'person', personId: bo } });
  });

  it('fires after an undone resolve where no one held it: whoever held it earlier is not asked', () => {
    const harbour = ringing();
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    harbour.act('UnacknowledgeAlertGroup', {}, bo);
    harbour.act('ResolveAlertGroup', {}, ana);
    harbour.act('ReopenAlertGroup', { iHaveIt: true, asBefore: true }, ana);
    expect(harbour.row()).toMatchObject({ status: 'firing', holder: null });
  });

  it('is assigned to the person who reopens what someone else resolved, not to the one who held it', () => {
    const harbour = ringing();
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    harbour.act('ResolveAlertGroup', {}, bo);
    harbour.act('ReopenAlertGroup', { iHaveIt: true, asBefore: true }, ana);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { kind: 'person', personId: ana } });
  });

  it('begins at step 1 when none was taken', () => {
    const harbour = new Harbour();
    harbour.receives(pagerduty('k'));
    harbour.act('ResolveAlertGroup');
    harbour.act('ReopenAlertGroup', { iHaveIt: true });
    harbour.act('UnacknowledgeAlertGroup');
    expect(harbour.row().next).toMatchObject({ step: 1 });
  });

  it('can be taken again within the ten seconds, and nobody was rung', () => {
    const harbour = ringing();
    harbour.act('AcknowledgeAlertGroup');
    harbour.act('UnacknowledgeAlertGroup');
    harbour.passes(5 / 60);
    harbour.news();
    harbour.act('AcknowledgeAlertGroup');
    harbour.passes(5);
    expect(harbour.paged()).toEqual([]);
  });

  it('is refused when nobody has it, and once it is resolved', () => {
    const harbour = ringing();
    expect(harbour.refusal(harbour.act('UnacknowledgeAlertGroup'))).toBe('alert_group.not_acknowledged');
    harbour.act('ResolveAlertGroup');
    expect(harbour.refusal(harbour.act('UnacknowledgeAlertGroup'))).toBe('alert_group.already_resolved');
  });
});

describe('whoever wants to act', () => {
  it.each([
    ['an owner', ola, null],
    ['a manager of any team', mia, null],
    ['a responder of the team', bo, null],
    ['a responder of another team', rio, 'permission.denied'],
    ['a member whom nobody paged', sam, 'permission.denied'],
    ['an observer', zoe, 'permission.denied'],
  ])('%s', (_, personId, code) => {
    const harbour = new Harbour({ steps: [pages([ana])] });
    harbour.receives(alertmanager([alertOf('Disk')]));
    expect(harbour.refusal(harbour.act('AcknowledgeAlertGroup', {}, personId))).toBe(code);
  });

  it('may when paged for it, though a member of nothing', () => {
    const harbour = ringing();
    harbour.act('AddResponder', { personId: sam });
    expect(harbour.act('AcknowledgeAlertGroup', {}, sam).kind).toBe('done');
  });

  it('needs a group that is there', () => {
    const harbour = ringing();
    expect(harbour.refusal(harbour.act('AcknowledgeAlertGroup', { groupId: ana }))).toBe('alert_group.not_found');
  });
});
