import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import type { AttemptOutcome } from './attempts.js';
import { ana, bo, Harbour, methodOf, mia, pages, reachedBy, type Setting } from '../groups.fixture.js';

const failed = (retry: boolean): AttemptOutcome => ({
  ok: false,
  reason: 'delivery.provider_unreachable',
  detail: 'connect ECONNREFUSED',
  retry,
});
const sent: AttemptOutcome = { ok: true, state: 'sent', providerId: 'm1' };

const ringing = (provider: Harbour['provider'], setting: Setting = {}): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana]), pages([bo])], ...setting });
  harbour.provider = provider;
  harbour.receives(alertmanager([alertOf('Disk')]));
  return harbour;
};
const contacts = {
  [ana]: reachedBy(
    ana,
    ['browser', 'email', 'webhook'],
    [
      ['high', 0, 0],
      ['high', 1, 10],
    ],
  ),
};
/** Attempts of Ana: method, number, state, seconds after the group was opened. */
const attempts = (harbour: Harbour) =>
  harbour
    .ladder()
    .pages.filter(({ personId }) => personId === ana)
    .flatMap((page) => page.attempts)
    .map(({ kind, n, state, dueAt }) => `${kind} ${n} ${state} ${(Date.parse(dueAt) - Date.parse(harbour.row().openedAt)) / 1_000}`);

describe('an attempt that fails', () => {
  it('moves to the next method at once, while its own retries go on beside it', () => {
    const harbour = ringing(({ kind }) => (kind === 'browser' ? failed(true) : sent), { contacts });
    harbour.passes(1);
    expect(attempts(harbour)).toEqual(
      ['browser 1 failed 0', 'browser 2 failed 15', 'browser 3 failed 30', 'browser 4 failed 45', 'email 1 sent 0'].toSorted(byPlan),
    );
    expect(harbour.all('PageFailed')).toEqual([]);
  });

  it('takes a verified method without a rule when no rule is left', () => {
    const harbour = ringing(({ kind }) => (kind === 'webhook' ? sent : failed(false)), { contacts });
    expect(attempts(harbour)).toEqual(['browser 1 failed 0', 'email 1 failed 0', 'webhook 1 sent 0']);
  });

  it('is not tried again when the provider says that it is of no use', () => {
    const harbour = ringing(({ kind }) => (kind === 'browser' ? failed(false) : sent), { contacts });
    harbour.passes(1);
    expect(attempts(harbour).filter((attempt) => attempt.startsWith('browser'))).toEqual(['browser 1 failed 0']);
  });

  it('keeps the provider’s reason and words', () => {
    const harbour = ringing(() => failed(false));
    expect(harbour.ladder().pages[0]!.attempts[0]).toMatchObject({
      reason: 'delivery.provider_unreachable',
      detail: 'connect ECONNREFUSED',
    });
  });

  it('is the end of the page when nothing is left, and the next step does not wait', () => {
    const harbour = ringing(({ personId }) => (personId === ana ? failed(false) : sent));
    expect(harbour.ladder().pages[0]).toMatchObject({ personId: ana, state: 'failed', reason: 'delivery.provider_unreachable' });
    expect(harbour.paged()).toEqual([ana, bo]);
    expect(harbour.row().paging).toEqual([bo]);
  });

  it('waits for its retries before the page has failed', () => {
    const harbour = ringing(({ personId }) => (personId === ana ? failed(true) : sent));
    harbour.passes(44 / 60);
    expect(harbour.paged()).toEqual([ana]);
    harbour.passes(1 / 60);
    expect(harbour.paged()).toEqual([bo]);
  });

  it('does not hurry a step of which somebody else was reached', () => {
    const harbour = ringing(({ personId }) => (personId === ana ? failed(false) : sent), { steps: [pages([ana, bo]), pages([mia])] });
    expect(harbour.paged()).toEqual([ana, bo]);
    harbour.passes(4.9);
    expect(harbour.paged()).toEqual([]);
  });

  it('calls the managers at once when it was the last hope of the round, and the next round keeps its time', () => {
    const harbour = ringing(({ personId }) => (personId === mia ? sent : failed(false)));
    expect(harbour.paged()).toEqual([ana, bo, mia]);
    expect(harbour.row()).toMatchObject({ nobodyHasIt: false, next: { round: 2, step: 1 } });
    harbour.passes(4.9);
    expect(harbour.paged()).toEqual([]);
    harbour.passes(0.1);
    expect(harbour.paged()).toContain(ana);
  });

  it('changes nothing any more once its page has ended', () => {
    const harbour = ringing(() => null);
    const { data } = harbour.all('AttemptStarted')[0]!;
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    harbour.news();
    harbour.act('RecordAttempt', { attemptId: data.attemptId, outcome: failed(true) });
    harbour.act('RecordAttempt', { attemptId: data.attemptId, outcome: sent });
    expect(harbour.types()).toEqual(['AttemptFailed']);
  });
});

describe('an attempt that a crash left on its way', () => {
  const crashed = (): Harbour => {
    const harbour = ringing(() => null);
    harbour.world.awayUntil(harbour.world.now);
    harbour.news();
    return harbour;
  };

  it('is closed as stale by the next holder, and a new one follows at once', () => {
    const harbour = crashed();
    harbour.provider = () => sent;
    harbour.world.advance(0);
    expect(attempts(harbour)).toEqual(['email 1 stale 0', 'email 1 sent 0']);
    const ids = harbour.all('AttemptStarted').map(({ data }) => [data.attemptId, data.epoch]);
    expect(new Set(ids.map(([id]) => id)).size).toBe(2);
    expect(ids.map(([, epoch]) => epoch)).toEqual([1, 2]);
  });

  it('has no answer any more: what comes late for it is dropped', () => {
    const harbour = crashed();
    harbour.world.advance(0);
    harbour.news();
    harbour.act('RecordAttempt', { attemptId: harbour.all('AttemptStarted')[0]!.data.attemptId, outcome: sent });
    expect(harbour.types()).toEqual([]);
  });

  it('is not followed by another once its page has ended', () => {
    const harbour = ringing(() => null);
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    harbour.world.awayUntil(harbour.world.now);
    harbour.news();
    harbour.world.advance(0);
    expect(harbour.types()).toEqual(['AttemptWentStale']);
  });
});

describe('an attempt of which nothing is heard', () => {
  it('is given up after two minutes and tried anew, then gives way to the next method', () => {
    const harbour = ringing(({ kind }) => (kind === 'browser' ? null : sent), { contacts, steps: [pages([ana], { waitMinutes: 60 })] });
    harbour.passes(9);
    expect(attempts(harbour).filter((one) => one.startsWith('browser'))).toEqual([
      'browser 1 stale 0',
      'browser 1 stale 120',
      'browser 1 stale 240',
      'browser 1 stale 360',
    ]);
    expect(attempts(harbour)).toContain('email 1 sent 480');
  });
});

describe('an attempt that is late', () => {
  it('is closed five minutes after it was due, and a new one follows at once', () => {
    const harbour = new Harbour({
      contacts: { [ana]: reachedBy(ana, ['email'], [['high', 0, 1]]) },
      steps: [pages([ana], { waitMinutes: 60 })],
    });
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.world.awayUntil('2026-11-21T03:18:00.001Z');
    harbour.world.advance(0);
    expect(harbour.ladder().pages[0]!.attempts).toMatchObject([
      { state: 'stale', reason: 'delivery.too_late' },
      { state: 'sent', because: 'after_stale' },
    ]);
  });

  it('is handed over when it is less', () => {
    const harbour = new Harbour({
      contacts: { [ana]: reachedBy(ana, ['email'], [['high', 0, 1]]) },
      steps: [pages([ana], { waitMinutes: 60 })],
    });
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.world.awayUntil('2026-11-21T03:18:00.000Z');
    harbour.world.advance(0);
    expect(harbour.ladder().pages[0]!.attempts).toMatchObject([{ state: 'sent' }]);
  });
});

describe('an attempt whose person or method has gone', () => {
  const waiting = (): Harbour => {
    const harbour = ringing(() => sent, { contacts: { [ana]: reachedBy(ana, ['email', 'webhook'], [['high', 0, 2]]) } });
    harbour.news();
    return harbour;
  };

  it('is not made to somebody disabled: the page is cancelled with the reason, and the next step does not wait', () => {
    const harbour = waiting();
    harbour.knows({ type: 'PersonDisabled', data: { personId: ana, holds: [] } });
    harbour.passes(2);
    expect(harbour.all('AttemptStarted').length).toBe(1);
    expect(harbour.all('PageCancelled')[0]!.data.reason).toBe('delivery.person_disabled');
    expect(harbour.paged()).toEqual([bo]);
  });

  it('is not made by a removed method: no provider is called for it, and without another rule every method is taken at once', () => {
    const harbour = waiting();
    harbour.knows({ type: 'ContactMethodRemoved', data: { personId: ana, contactMethodId: methodOf(ana, 0) } });
    harbour.passes(2);
    expect(attempts(harbour)).toEqual(['email 1 cancelled 120', 'webhook 1 sent 0']);
    expect(harbour.ladder().pages[0]!.attempts[0]!.reason).toBe('delivery.method_removed');
    expect(harbour.all('AttemptStarted')).toHaveLength(1);
  });
});

describe('claiming an attempt', () => {
  it('comes to nothing after an acknowledge', () => {
    const harbour = ringing(() => sent, { contacts: { [ana]: reachedBy(ana, ['email'], [['high', 0, 2]]) } });
    const { pageId, slot, dueAt } = harbour.all('AttemptPlanned')[0]!.data;
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    expect(harbour.act('StartAttempt', { pageId, slot, dueAt }).kind).toBe('nothing');
  });

  it('is done once', () => {
    const harbour = ringing(() => null);
    const { pageId, slot, dueAt } = harbour.all('AttemptPlanned')[0]!.data;
    expect(harbour.act('StartAttempt', { pageId, slot, dueAt }).kind).toBe('nothing');
  });
});

/** In the order in which they were planned: a failure plans its retry before the next method. */
function byPlan(a: string, b: string): number {
  const order = ['browser 1', 'browser 2', 'email 1', 'browser 3', 'browser 4'];
  return order.findIndex((start) => a.startsWith(start)) - order.findIndex((start) => b.startsWith(start));
}
