import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { PageRow } from '@tocsin/contracts/pages.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Harbour, methodOf, mia, pages, reachedBy, rio, zoe } from '../groups.fixture.js';
import type { AttemptOutcome } from './attempts.js';

const rejected: AttemptOutcome = { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 503.', retry: false };
const sent: AttemptOutcome = { ok: true, state: 'sent', providerId: null };
const byPush = (personId: string) => reachedBy(personId, ['push'], [['high', 0, 0]]);

/** Ana was paged by push, and now Bo is. */
const opened = (provider: AttemptOutcome = sent): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana]), pages([bo])], contacts: { [ana]: byPush(ana), [bo]: byPush(bo) } });
  harbour.provider = () => provider;
  harbour.receives(alertmanager([alertOf('Disk')]));
  harbour.types();
  return harbour;
};
const first = (harbour: Harbour): PageRow => harbour.ladder().pages[0]!;
const asked = (harbour: Harbour) => ({ pageId: first(harbour).pageId, messageId: first(harbour).attempts[0]!.slot });
const resend = (harbour: Harbour, by = mia) => harbour.act('ResendMessage', asked(harbour), by);
const refused = (harbour: Harbour, by = mia) => harbour.refusal(resend(harbour, by));
const attempts = (harbour: Harbour) => first(harbour).attempts.map(({ kind, state, because }) => `${kind} ${state} ${because}`);

describe('a message that is sent again', () => {
  it('goes out at once by the same contact method, and waits behind nothing', () => {
    const harbour = opened();
    resend(harbour);
    expect(attempts(harbour)).toEqual(['push sent rule', 'push sent resent']);
    expect(harbour.types()).toEqual(['MessageResent', 'AttemptPlanned', 'AttemptStarted', 'AttemptSent']);
    expect(harbour.all('MessageResent')[0]).toMatchObject({ data: { personId: ana, kind: 'push' }, meta: { actor: { id: mia } } });
  });

  it('takes up a page that had failed; where it fails again, the page has failed again', () => {
    const harbour = opened(rejected);
    expect(first(harbour).state).toBe('failed');
    resend(harbour);
    expect(first(harbour)).toMatchObject({ state: 'failed', reason: 'delivery.provider_rejected' });
    harbour.provider = () => sent;
    resend(harbour);
    expect(first(harbour)).toMatchObject({ state: 'sent', reason: null });
    expect(harbour.row().paging).toContain(ana);
    expect(attempts(harbour)).toEqual(['push failed rule', 'push failed resent', 'push sent resent']);
  });

  it('is stopped by an acknowledge, as the page is', () => {
    const harbour = opened(rejected);
    harbour.provider = () => null;
    resend(harbour);
    harbour.act('AcknowledgeAlertGroup', {}, bo);
    expect(harbour.group().pages[0]!.state).toBe('cancelled');
    expect(refused(harbour)).toBe('page.ended');
  });

  it('is sent once where two ask for it at once', () => {
    const harbour = opened();
    harbour.provider = () => null;
    expect([resend(harbour), resend(harbour, bo)].map(({ kind }) => kind)).toEqual(['done', 'nothing']);
    expect(harbour.all('MessageResent')).toHaveLength(1);
  });

  it('is not sent by whoever may not act on the alert group', () => {
    for (const who of [rio, zoe]) expect(refused(opened(), who)).toBe('permission.denied');
  });

  it('is not sent of an alert group that is over, nor of a page that was answered, nor where there is none', () => {
    const harbour = opened();
    expect(harbour.refusal(harbour.act('ResendMessage', { ...asked(harbour), messageId: first(harbour).pageId }, mia))).toBe(
      'page.not_found',
    );
    harbour.act('AnswerPage', { pageId: first(harbour).pageId }, ana);
    expect(refused(harbour)).toBe('page.ended');
    harbour.act('ResolveAlertGroup', {}, mia);
    expect(refused(harbour)).toBe('alert_group.already_resolved');
  });

  it('is not sent by a method that is gone, switched off or does not work any more, nor to whoever was disabled', () => {
    const method = { personId: ana, contactMethodId: methodOf(ana, 0) };
    const after = (fact: Fact) => {
      const harbour = opened(rejected);
      harbour.knows(fact);
      return refused(harbour);
    };
    expect(after({ type: 'ContactMethodRemoved', data: method })).toBe('contact_method.not_found');
    expect(after({ type: 'ContactMethodSwitchedOff', data: method })).toBe('contact_method.switched_off');
    expect(after({ type: 'ContactMethodDisabled', data: { ...method, reason: 'delivery.subscription_gone' } })).toBe(
      'contact_method.disabled',
    );
    expect(after({ type: 'PersonDisabled', data: { personId: ana, holds: [] } })).toBe('person.not_active');
  });
});
