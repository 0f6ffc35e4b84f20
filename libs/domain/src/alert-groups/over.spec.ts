import { alertmanager, alertOf, over } from '../routing/signals.fixture.js';
import { ana, bo, Harbour, mia, pages, reachedBy } from './groups.fixture.js';

const ringing = (setting = {}): Harbour => {
  const harbour = new Harbour(setting);
  harbour.receives(alertmanager([alertOf('Disk')]));
  harbour.passes(6);
  harbour.news();
  return harbour;
};
const quietly = (harbour: Harbour) =>
  harbour
    .news()
    .flatMap((event) => (event.type === 'PageStarted' && event.data.quiet ? [[event.data.personId, event.data.cause.kind]] : []));
const senderResolves = (harbour: Harbour): void => harbour.receives(alertmanager([over('Disk')], { action: 'resolve' }));

describe('resolving', () => {
  it('goes on with the retries of a quiet word that another method has brought', () => {
    const harbour = ringing({ contacts: { [ana]: reachedBy(ana, ['email', 'webhook'], [['low', 0, 0]]) } });
    harbour.provider = ({ personId, quiet, kind }) =>
      personId === ana && quiet && kind === 'email'
        ? { ok: false, reason: 'delivery.provider_unreachable', detail: 'no', retry: true }
        : { ok: true, state: 'sent', providerId: null };
    senderResolves(harbour);
    harbour.passes(2);
    const quiet = new Set(harbour.all('PageStarted').flatMap(({ data }) => (data.quiet && data.personId === ana ? [data.pageId] : [])));
    const planned = harbour.all('AttemptPlanned').filter(({ data }) => quiet.has(data.pageId));
    expect(planned.map(({ data }) => [data.kind, data.because, data.n])).toEqual([
      ['email', 'quiet', 1],
      ['email', 'retry', 2],
      ['webhook', 'next_method', 1],
      ['email', 'retry', 3],
      ['email', 'retry', 4],
    ]);
    expect(harbour.all('AttemptStarted').filter(({ data }) => quiet.has(data.pageId))).toHaveLength(planned.length);
  });

  it.each([
    ['tells whoever was rung seven days ago', 7 * 24 * 60, [ana]],
    ['tells nobody who was rung longer ago', 7 * 24 * 60 + 1, []],
  ])('%s', (_says, minutes, told) => {
    const harbour = new Harbour();
    harbour.knows({ type: 'ClosingByAgeChanged', data: { days: 0 } });
    harbour.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
    harbour.passes(minutes);
    harbour.news();
    senderResolves(harbour);
    expect(quietly(harbour).map(([personId]) => personId)).toEqual(told);
  });

  it('cancels every page with the reason, and plans nothing more', () => {
    const harbour = ringing({
      contacts: {
        [ana]: reachedBy(
          ana,
          ['email', 'webhook'],
          [
            ['high', 0, 0],
            ['high', 1, 60],
          ],
        ),
      },
    });
    senderResolves(harbour);
    expect(harbour.all('PageCancelled').map(({ data }) => [data.personId, data.reason])).toEqual([
      [ana, 'delivery.cancelled_by_resolve'],
      [bo, 'delivery.cancelled_by_resolve'],
    ]);
    harbour.news();
    harbour.passes(120);
    expect(harbour.types()).toEqual([]);
  });

  it('tells everybody whose phone rang, once and quietly', () => {
    const harbour = ringing();
    senderResolves(harbour);
    expect(quietly(harbour)).toEqual([
      [ana, 'resolved'],
      [bo, 'resolved'],
    ]);
    senderResolves(harbour);
    harbour.passes(60);
    expect(quietly(harbour)).toEqual([]);
  });

  it('does not tell whom it never reached, nor the one who resolved it', () => {
    const harbour = new Harbour({ steps: [pages([ana, bo, mia])] });
    harbour.provider = ({ personId }) =>
      personId === mia
        ? { ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false }
        : { ok: true, state: 'sent', providerId: null };
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.news();
    harbour.act('ResolveAlertGroup', {}, ana);
    expect(quietly(harbour)).toEqual([[bo, 'resolved']]);
  });

  it('by hand says whether it still fired, and by whom', () => {
    const harbour = ringing();
    harbour.act('ResolveAlertGroup', {}, bo);
    expect(harbour.all('AlertGroupResolved')[0]!.data).toMatchObject({ by: 'person', whileFiring: true });
    expect(harbour.row()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'person', actorId: bo } });
    expect(harbour.refusal(harbour.act('ResolveAlertGroup'))).toBe('alert_group.already_resolved');
  });

  it('refuses every other act but a note', () => {
    const harbour = ringing();
    senderResolves(harbour);
    for (const type of ['RenewAcknowledgement', 'TakeOverAlertGroup', 'JoinAlertGroup'])
      expect(harbour.refusal(harbour.act(type))).toBe('alert_group.already_resolved');
    expect(harbour.refusal(harbour.act('AddResponder', { personId: bo }))).toBe('alert_group.already_resolved');
    expect(harbour.act('AddNote', { text: 'It was the disk' }).kind).toBe('done');
  });
});

describe('a re-fire inside the window', () => {
  it('rings the last holder first, then step 1', () => {
    const harbour = ringing();
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    senderResolves(harbour);
    harbour.news();
    harbour.receives(alertmanager([alertOf('Disk')]));
    expect(harbour.paged()).toEqual([bo]);
    harbour.passes(5);
    expect(harbour.paged()).toEqual([ana]);
    expect(harbour.ladder()).toMatchObject({ because: 'refire' });
  });

  it('begins at step 1 when nobody had it', () => {
    const harbour = ringing();
    senderResolves(harbour);
    harbour.news();
    harbour.receives(alertmanager([alertOf('Disk')]));
    expect(harbour.paged()).toEqual([ana]);
  });

  it('rings by the rules, not by every method: it is a new opening', () => {
    const harbour = ringing();
    senderResolves(harbour);
    harbour.receives(alertmanager([alertOf('Disk')]));
    expect(harbour.all('EscalationStepTaken').at(-1)!.data.targets[0]!.persons[0]!.outcome).toBe('paged');
  });
});

describe('reopening by hand', () => {
  const resolved = (): Harbour => {
    const harbour = ringing();
    senderResolves(harbour);
    harbour.news();
    return harbour;
  };

  it('fires after ten seconds of grace', () => {
    const harbour = resolved();
    harbour.act('ReopenAlertGroup');
    expect(harbour.row()).toMatchObject({ status: 'firing', opening: 2, next: { step: 1 } });
    harbour.passes(9 / 60);
    expect(harbour.paged()).toEqual([]);
    harbour.passes(1 / 60);
    expect(harbour.paged()).toEqual([ana]);
  });

  it('is the presser’s who ticks “I have it”, with their time running', () => {
    const harbour = resolved();
    harbour.act('ReopenAlertGroup', { iHaveIt: true }, bo);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { personId: bo }, next: null });
    harbour.passes(30);
    expect(harbour.row().status).toBe('firing');
    expect(harbour.paged()).toContain(bo);
  });

  it('is possible for seven days', () => {
    const harbour = resolved();
    harbour.passes(7 * 24 * 60);
    const early = harbour.world.now;
    expect(harbour.act('ReopenAlertGroup', { iHaveIt: true }).kind).toBe('done');
    expect(harbour.all('AlertGroupReopened')[0]!.meta.at).toBe(early);
    const late = resolved();
    late.passes(7 * 24 * 60 + 1);
    expect(late.refusal(late.act('ReopenAlertGroup'))).toBe('alert_group.too_old_to_reopen');
  });

  it('needs a group that is resolved', () => {
    expect(ringing().act('ReopenAlertGroup')).toMatchObject({ refused: { code: 'alert_group.not_resolved' } });
  });
});
