import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Harbour, methodOf, pages, reachedBy, type Setting } from '../groups.fixture.js';

type Contacts = ReturnType<typeof reachedBy>;
const paging = (contacts: Contacts, severity: 'critical' | 'warning' = 'critical', setting: Setting = {}): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana], { waitMinutes: 60 }), pages([bo])], contacts: { [ana]: contacts }, ...setting });
  harbour.receives(alertmanager([alertOf('Disk', { severity })]));
  return harbour;
};
/** Attempts planned so far: method, minutes after the group was opened, reason. */
const plan = (harbour: Harbour) =>
  harbour
    .all('AttemptPlanned')
    .map(({ data }) => [data.kind, (Date.parse(data.dueAt) - Date.parse(harbour.row().openedAt)) / 60_000, data.because]);
const started = (harbour: Harbour) => harbour.all('PageStarted')[0]!.data;

describe('a page', () => {
  it('follows the person’s rules for its urgency, with their delays', () => {
    const contacts = reachedBy(
      ana,
      ['email', 'webhook', 'browser'],
      [
        ['high', 1, 3],
        ['high', 2, 0],
        ['low', 0, 0],
      ],
    );
    expect(plan(paging(contacts))).toEqual([
      ['browser', 0, 'rule'],
      ['webhook', 3, 'rule'],
    ]);
    expect(plan(paging(contacts, 'warning'))).toEqual([['email', 0, 'rule']]);
  });

  it('hands each attempt over when it is due', () => {
    const harbour = paging(
      reachedBy(
        ana,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 3],
        ],
      ),
    );
    expect(harbour.all('AttemptStarted')).toHaveLength(1);
    harbour.passes(3);
    expect(harbour.all('AttemptStarted')).toHaveLength(2);
    expect(harbour.ladder().pages[0]).toMatchObject({ state: 'sent', attempts: [{ state: 'sent' }, { state: 'sent' }] });
  });

  it('skips a method that is not verified, and says so', () => {
    const harbour = paging(
      reachedBy(
        ana,
        ['?webhook', 'email'],
        [
          ['high', 0, 0],
          ['high', 1, 5],
        ],
      ),
    );
    expect(plan(harbour)).toEqual([['email', 5, 'rule']]);
    expect(started(harbour).skipped).toEqual([{ contactMethodId: methodOf(ana, 0), reason: 'delivery.not_verified' }]);
  });

  it.each<[string, Contacts]>([
    ['no rule', reachedBy(ana, ['email', 'webhook', '?browser'])],
    ['a rule for low urgency alone', reachedBy(ana, ['email', 'webhook', '?browser'], [['low', 0, 0]])],
    ['a rule with an unverified method alone', reachedBy(ana, ['email', 'webhook', '?browser'], [['high', 2, 0]])],
  ])('of high urgency takes every verified method at once when there is %s', (_, contacts) => {
    const harbour = paging(contacts);
    expect(plan(harbour)).toEqual([
      ['email', 0, 'every_method'],
      ['webhook', 0, 'every_method'],
    ]);
    expect(started(harbour)).toMatchObject({ everyMethod: true, skipped: [{ reason: 'delivery.not_verified' }] });
  });

  it('of low urgency takes the quietest method when there is no rule', () => {
    expect(plan(paging(reachedBy(ana, ['webhook', 'email']), 'warning'))).toEqual([['email', 0, 'quiet']]);
  });

  it('stops the person’s own phone when they say that they are here, and no other', () => {
    const harbour = paging(
      reachedBy(
        ana,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 3],
        ],
      ),
    );
    const { pageId } = started(harbour);
    expect(harbour.refusal(harbour.act('AnswerPage', { pageId }, bo))).toBe('page.not_found');
    expect(harbour.act('AnswerPage', { pageId }).kind).toBe('done');
    expect(harbour.act('AnswerPage', { pageId }).kind).toBe('nothing');
    harbour.passes(10);
    expect(harbour.all('AttemptStarted')).toHaveLength(1);
    expect(harbour.row()).toMatchObject({ status: 'firing', paging: [] });
    harbour.passes(50);
    expect(harbour.paged()).toContain(bo);
  });

  it('gives way to the next page to the same person, whose phone the link of either stops', () => {
    const harbour = paging(reachedBy(ana, ['email', 'webhook'], [['high', 0, 0]]), 'critical', { steps: [pages([ana]), pages([ana])] });
    const { pageId } = started(harbour);
    harbour.passes(5);
    expect(harbour.ladder().pages.map(({ state, reason }) => [state, reason])).toEqual([
      ['cancelled', 'delivery.superseded'],
      ['sent', null],
    ]);
    expect(harbour.act('AnswerPage', { pageId }).kind).toBe('done');
    expect(harbour.row().paging).toEqual([]);
  });

  it('that a person asked for outlives an acknowledge, also when a rung has repeated it', () => {
    const harbour = new Harbour({ steps: [pages([bo]), pages([ana])] });
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.act('AddResponder', { personId: ana }, bo);
    harbour.passes(5);
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    expect(harbour.row().paging).toEqual([ana]);
  });

  it('stands in the list no longer once it was acknowledged after hours in vain', () => {
    const harbour = paging(reachedBy(ana, ['email']), 'critical', { steps: [pages([ana])], repeats: 0 });
    harbour.passes(12 * 60);
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    expect(harbour.row().paging).toEqual([]);
    expect(harbour.ladder().pages.filter(({ state }) => !['cancelled', 'failed', 'answered'].includes(state))).toEqual([]);
  });

  it('says how far it got, and never goes back', () => {
    const harbour = paging(
      reachedBy(
        ana,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 3],
        ],
      ),
      'critical',
    );
    const second = harbour.all('AttemptPlanned')[1]!.data.slot;
    harbour.provider = () => null;
    harbour.passes(3);
    expect(harbour.all('AttemptStarted').at(-1)!.data.slot).toBe(second);
    expect(harbour.ladder().pages[0]!.state).toBe('sent');
  });

  it('keeps its person among the paged while a quiet word to them fails', () => {
    const harbour = paging(
      reachedBy(
        ana,
        ['email'],
        [
          ['high', 0, 30],
          ['low', 0, 0],
        ],
      ),
    );
    harbour.act('AcknowledgeAlertGroup');
    harbour.act('AddResponder', { personId: ana }, bo);
    harbour.receives(alertmanager([alertOf('Disk'), alertOf('Disk', { fingerprint: 'Disk2' })]));
    harbour.provider = ({ quiet }) => (quiet ? { ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false } : null);
    harbour.passes(5);
    expect(harbour.all('PageFailed')).toHaveLength(1);
    expect(harbour.row().paging).toEqual([ana]);
  });
});
