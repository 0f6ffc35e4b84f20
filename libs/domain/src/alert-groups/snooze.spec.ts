import { alertmanager, alertOf } from '../routing/signals.fixture.js';
import { ana, bo, Harbour, mia, pages } from './groups.fixture.js';

const ringing = (): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana, bo]), pages([mia])] });
  harbour.receives(alertmanager([alertOf('Disk')]));
  harbour.passes(0.5);
  harbour.news();
  return harbour;
};
const pagesOf = (harbour: Harbour) =>
  harbour.news().flatMap((event) => (event.type === 'PageStarted' ? [[event.data.personId, event.data.cause.kind]] : []));

describe('snoozing', () => {
  it('assigns it, answers their own page, cancels the others with the reason, and stops the escalation', () => {
    const harbour = ringing();
    harbour.act('SnoozeAlertGroup', { minutes: 30 });
    const ends = harbour.news().flatMap(({ type, data }) => (type === 'PageAnswered' || type === 'PageCancelled' ? [[type, data]] : []));
    expect(ends).toMatchObject([
      ['PageAnswered', { personId: ana }],
      ['PageCancelled', { personId: bo, reason: 'delivery.cancelled_by_snooze' }],
    ]);
    expect(harbour.row()).toMatchObject({ status: 'snoozed', holder: { personId: ana }, next: null, paging: [] });
    expect(harbour.ladder()).toMatchObject({ state: 'stopped', because: 'snoozed' });
  });

  it('pages nobody until it ends, then the assignee first, after 5 min the first step', () => {
    const harbour = ringing();
    harbour.act('SnoozeAlertGroup', { minutes: 30 });
    harbour.news();
    harbour.passes(29.9);
    expect(pagesOf(harbour)).toEqual([]);
    harbour.passes(0.2);
    expect(pagesOf(harbour)).toEqual([[ana, 'holder_first']]);
    expect(harbour.row()).toMatchObject({ status: 'firing', holder: null });
    expect(harbour.row()).not.toHaveProperty('snoozedUntil');
    harbour.passes(5);
    expect(pagesOf(harbour)).toContainEqual([bo, 'escalation']);
  });

  it('asks no assignee whether they are still working on it, and returns once', () => {
    const harbour = ringing();
    harbour.act('AcknowledgeAlertGroup');
    harbour.act('SnoozeAlertGroup', { minutes: 60 });
    harbour.passes(70);
    expect(harbour.types()).not.toContain('HolderAsked');
    expect(harbour.all('AlertGroupReturnedToFiring').map(({ data }) => data.because)).toEqual(['snooze_ended']);
  });

  it('again moves its end', () => {
    const harbour = ringing();
    harbour.act('SnoozeAlertGroup', { minutes: 30 });
    harbour.passes(20);
    harbour.act('SnoozeAlertGroup', { minutes: 30 }, bo);
    harbour.news();
    harbour.passes(15);
    expect(pagesOf(harbour)).toEqual([]);
    expect(harbour.row()).toMatchObject({ status: 'snoozed', holder: { personId: bo } });
    harbour.passes(16);
    expect(pagesOf(harbour)[0]).toEqual([bo, 'holder_first']);
  });

  it('ends early when it is acknowledged, and the ack timeout begins', () => {
    const harbour = ringing();
    harbour.act('SnoozeAlertGroup', { minutes: 60 });
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { personId: bo } });
    harbour.news();
    harbour.passes(31);
    expect(harbour.all('AlertGroupReturnedToFiring').map(({ data }) => data.because)).toEqual(['ack_timeout']);
  });

  it('ends early for a new kind of alert, and not for one more of a kind that is known', () => {
    const harbour = ringing();
    harbour.act('SnoozeAlertGroup', { minutes: 60 });
    harbour.receives(alertmanager([alertOf('Disk'), alertOf('Disk', { fingerprint: 'disk-2' })]));
    expect(harbour.row()).toMatchObject({ status: 'snoozed' });
    harbour.receives(alertmanager([alertOf('Disk'), alertOf('Memory')]));
    harbour.passes(0);
    expect(harbour.row()).toMatchObject({ status: 'firing' });
  });

  it('ends with the group', () => {
    const harbour = ringing();
    harbour.act('SnoozeAlertGroup', { minutes: 30 });
    harbour.act('ResolveAlertGroup');
    harbour.news();
    harbour.passes(60);
    expect(harbour.all('AlertGroupReturnedToFiring')).toEqual([]);
    expect(harbour.row()).toMatchObject({ status: 'resolved' });
    expect(harbour.row()).not.toHaveProperty('snoozedUntil');
  });

  it.each([
    ['in the past', { until: '2020-01-01T00:00:00.000Z' }, 'alert_group.snooze_in_the_past'],
    ['longer than a day at high urgency', { minutes: 24 * 60 + 1 }, 'alert_group.snooze_too_long'],
  ])('is refused %s', (_says, end, code) => {
    const harbour = ringing();
    expect(harbour.act('SnoozeAlertGroup', end)).toMatchObject({ kind: 'refused', refused: { code } });
    expect(harbour.row()).toMatchObject({ status: 'firing' });
  });

  it('is refused once the group is resolved', () => {
    const harbour = ringing();
    harbour.act('ResolveAlertGroup');
    expect(harbour.act('SnoozeAlertGroup', { minutes: 30 })).toMatchObject({ refused: { code: 'alert_group.already_resolved' } });
  });
});

describe('unsnoozing', () => {
  it('fires again at the step that it had reached, after a grace of ten seconds', () => {
    const harbour = ringing();
    harbour.act('SnoozeAlertGroup', { minutes: 30 });
    harbour.act('UnsnoozeAlertGroup');
    expect(harbour.row()).toMatchObject({ status: 'firing' });
    harbour.news();
    harbour.passes(0.3);
    expect(pagesOf(harbour)).toEqual([
      [ana, 'escalation'],
      [bo, 'escalation'],
    ]);
    harbour.passes(3);
    expect(harbour.all('AlertGroupReturnedToFiring').map(({ data }) => data.because)).toEqual(['unsnoozed']);
  });

  it('gives an acknowledged group back to whoever had acknowledged it, however often it was snoozed', () => {
    const harbour = ringing();
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    harbour.act('SnoozeAlertGroup', { minutes: 30 });
    harbour.act('SnoozeAlertGroup', { minutes: 60 });
    harbour.act('UnsnoozeAlertGroup');
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { personId: bo } });
    harbour.news();
    harbour.passes(29);
    expect(harbour.all('HolderAsked')).toHaveLength(1);
  });

  it('is refused for what is not snoozed', () => {
    const harbour = ringing();
    expect(harbour.act('UnsnoozeAlertGroup')).toMatchObject({ refused: { code: 'alert_group.not_snoozed' } });
  });
});
