import { serviceId } from '../routing/signals.fixture.js';
import { ana, as, bo, Harbour, mia, ola, pages, reachedBy, sam, zoe, type Setting } from './groups.fixture.js';

const asked = (data: object, setting: Setting = {}, by = ana): Harbour => {
  const harbour = new Harbour(setting);
  const outcome = harbour.world.run(
    { type: 'PageSomeone', data: { title: 'The till is down', urgency: 'high', serviceId: null, personIds: [], ...data } },
    { actor: as(by) },
  );
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  harbour.world.advance(0);
  return harbour;
};
const tested = (wholePolicy: boolean, setting: Setting = {}, by = ana): Harbour => {
  const harbour = new Harbour(setting);
  harbour.world.run({ type: 'SendTestAlert', data: { serviceId, wholePolicy } }, { actor: as(by) });
  harbour.world.advance(0);
  return harbour;
};
const causes = (harbour: Harbour) => harbour.all('PageStarted').map(({ data }) => [data.personId, data.cause.kind]);

describe('paging by hand', () => {
  it('pages the persons, once each, because a person asked', () => {
    const harbour = asked({ personIds: [bo, sam] });
    expect(causes(harbour)).toEqual([
      [bo, 'person'],
      [sam, 'person'],
    ]);
    expect(harbour.row()).toMatchObject({ number: 1, title: 'The till is down', status: 'firing', serviceId: null });
  });

  it('is refused under the id of an alert group that is there, or was just asked for: it would page nobody', () => {
    const groupId = '01900000-0000-7000-8000-00000000aaaa';
    const data = { title: 'Again', urgency: 'high', serviceId: null, personIds: [sam], groupId };
    const harbour = asked({ personIds: [bo], groupId });
    expect(harbour.world.run({ type: 'PageSomeone', data }, { actor: as(ana) })).toMatchObject({
      kind: 'refused',
      refused: { code: 'alert_group.id_taken', path: 'groupId' },
    });
    const test = { serviceId, wholePolicy: false, groupId };
    expect(harbour.world.run({ type: 'SendTestAlert', data: test }, { actor: as(ana) })).toMatchObject({ kind: 'refused' });
    // for an id that a signal’s group has, the server reports it as taken
    const ofSignal = { ...data, groupId: '01900000-0000-7000-8000-00000000bbbb', isTaken: true };
    expect(harbour.world.run({ type: 'PageSomeone', data: ofSignal }, { actor: as(ana) })).toMatchObject({ kind: 'refused' });
    expect(causes(harbour)).toEqual([[bo, 'person']]);
  });

  it('still rings the second person after the first has taken it', () => {
    const harbour = asked({ personIds: [bo, sam] });
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    expect(harbour.row().paging).toEqual([sam]);
  });

  it('goes on until somebody has it: again by every method, then the owners', () => {
    const harbour = asked({ personIds: [bo] });
    harbour.passes(5);
    expect(causes(harbour).at(-1)).toEqual([bo, 'escalation']);
    harbour.passes(15);
    expect(causes(harbour).at(-1)).toEqual([ola, 'exhausted']);
  });

  it('runs the policy of a service, and rings nobody of it twice', () => {
    const harbour = asked({ personIds: [ana, sam], serviceId });
    expect(causes(harbour)).toEqual([
      [ana, 'person'],
      [sam, 'person'],
    ]);
    harbour.passes(5);
    expect(causes(harbour).at(-1)).toEqual([bo, 'escalation']);
  });

  it('of low urgency rings by the low rules, and leaves it at that', () => {
    const harbour = asked({ personIds: [bo], urgency: 'low' });
    harbour.passes(24 * 60);
    expect(harbour.all('PageStarted').map(({ data }) => [data.personId, data.urgency])).toEqual([[bo, 'low']]);
  });

  it('says loudly that it reached nobody, and goes to the owners', () => {
    const harbour = asked({ personIds: [bo] }, { contacts: { [bo]: reachedBy(bo, []) } });
    expect(harbour.all('EscalationStepTaken')[0]!.data).toMatchObject({ empty: true });
    expect(causes(harbour)).toEqual([[ola, 'exhausted']]);
  });

  it('can be called off by who asked for it', () => {
    const harbour = asked({ personIds: [bo] }, {}, sam);
    expect(harbour.act('ResolveAlertGroup', {}, sam).kind).toBe('done');
  });

  it.each([
    ['a service that is not there', { serviceId: ana }, 'service.not_found'],
    ['a person who is not there', { personIds: [serviceId] }, 'person.not_found'],
  ])('refuses %s', (_, data, code) => expect(() => asked(data)).toThrow(code));

  it('refuses a disabled person', () => {
    const harbour = new Harbour();
    harbour.knows({ type: 'PersonDisabled', data: { personId: bo, holds: [] } });
    const data = { title: 'x', urgency: 'high', serviceId: null, personIds: [ana, bo] };
    expect(harbour.world.run({ type: 'PageSomeone', data }, { actor: as(ana) })).toMatchObject({
      refused: { code: 'person.not_active', path: 'personIds.1' },
    });
  });
});

describe('adding a responder', () => {
  const open = (): Harbour => asked({ personIds: [bo] });

  it('pages them although it is acknowledged', () => {
    const harbour = open();
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    harbour.act('AddResponder', { personId: sam }, bo);
    expect(causes(harbour).at(-1)).toEqual([sam, 'person']);
  });

  it('does nothing when they are being rung', () => {
    expect(open().act('AddResponder', { personId: bo })).toMatchObject({ kind: 'nothing', says: { outcome: 'continued' } });
  });

  it('says that they can’t be reached', () => {
    const harbour = asked({ personIds: [bo] }, { contacts: { [sam]: reachedBy(sam, ['?email']) } });
    expect(harbour.act('AddResponder', { personId: sam })).toMatchObject({
      refused: { code: 'person.not_reachable', params: { reason: 'delivery.no_method' } },
    });
  });
});

describe('a test alert', () => {
  it('pages only who pressed, and ends by itself after ten minutes', () => {
    const harbour = tested(false);
    harbour.passes(9.9);
    expect(causes(harbour).map(([personId]) => personId)).toEqual([ana]);
    expect(harbour.row()).toMatchObject({ test: true, status: 'firing' });
    harbour.passes(0.1);
    expect(harbour.row()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'timer' } });
    harbour.news();
    harbour.passes(24 * 60);
    expect(harbour.types()).toEqual([]);
  });

  it('ends ten minutes after it was reopened by hand, not at once', () => {
    const harbour = tested(false);
    harbour.passes(10);
    expect(harbour.row().status).toBe('resolved');
    harbour.passes(30);
    harbour.act('ReopenAlertGroup', { iHaveIt: true });
    harbour.passes(9);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', opening: 2 });
    harbour.passes(1);
    expect(harbour.row()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'timer' } });
  });

  it('wakes nobody else when the presser can’t be reached, or their page fails', () => {
    const nothing = tested(false, { contacts: { [ana]: reachedBy(ana, []) } });
    const failing = new Harbour();
    failing.provider = () => ({ ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false });
    failing.world.run({ type: 'SendTestAlert', data: { serviceId, wholePolicy: false } }, { actor: as(ana) });
    for (const harbour of [nothing, failing]) {
      harbour.passes(30);
      expect(causes(harbour).filter(([personId]) => personId !== ana)).toEqual([]);
    }
  });

  it('runs the whole policy when that is ticked, but calls no manager or owner', () => {
    const harbour = tested(true, { steps: [pages([bo], { waitMinutes: 1 }), pages([sam], { waitMinutes: 1 })], repeats: 0 });
    harbour.passes(10);
    expect([...new Set(causes(harbour).map(([personId]) => personId))]).toEqual([bo, sam]);
    expect(causes(harbour).flat()).not.toContain(mia);
  });

  it('asks nobody whether they are still on it, and tells nobody that it is over', () => {
    const harbour = tested(false, { service: { ackTimeoutMinutes: 3 } });
    harbour.act('AcknowledgeAlertGroup');
    harbour.passes(20);
    expect(causes(harbour)).toHaveLength(1);
  });

  it('is an observer’s to press for themselves, not for others', () => {
    expect(causes(tested(false, {}, zoe))).toEqual([[zoe, 'escalation']]);
    const harbour = new Harbour();
    expect(harbour.world.run({ type: 'SendTestAlert', data: { serviceId, wholePolicy: true } }, { actor: as(zoe) })).toMatchObject({
      refused: { code: 'permission.denied' },
    });
  });
});
