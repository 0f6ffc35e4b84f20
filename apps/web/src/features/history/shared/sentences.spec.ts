import { events, type EventType, type FactOf } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { ids, names } from '../../../data/words/names.fixture.js';
import { eventTypes, sentenceOf } from './sentences.js';

const person: Actor = { kind: 'person', id: ids.ana, roles: [] };
const line = <T extends EventType>(type: T, data: Partial<FactOf<T>> | Record<string, unknown>, actor: Actor = person) =>
  sentenceOf(
    {
      id: '',
      stream: '',
      revision: 0,
      ordinal: 1,
      type,
      v: 1,
      data,
      meta: { at: '2026-11-21T12:00:00.000Z', actor, commandId: '', correlationId: '', causationId: null, logic: '1', node: '' },
    },
    { ...names(), message: () => ({ kind: 'email', to: 'Bo' }) },
  );

it('there is a sentence for every kind of fact, and for no other', () => {
  expect([...eventTypes].toSorted()).toEqual(Object.keys(events).toSorted());
});

it('an event that is not known yet is named by its type', () => {
  expect(sentenceOf({ type: 'SomethingNew' } as never, names())).toBe('SomethingNew.');
});

describe('tells', () => {
  it.each([
    ['Bo asked to change their e-mail address to bo@new.example.', line('EmailChangeAsked', { personId: ids.bo, email: 'bo@new.example' })],
    ['Bo asked to change their e-mail address.', line('EmailChangeAsked', { personId: ids.bo, email: '' })],
    ['Bo changed their e-mail address.', line('EmailChanged', { personId: ids.bo, email: '', earlierEmail: '' })],
    ['Ana acknowledged it.', line('AlertGroupAcknowledged', { holder: { kind: 'person', personId: ids.ana } })],
    [
      'Ana acknowledged it from the e-mail.',
      line('AlertGroupAcknowledged', { holder: { kind: 'person', personId: ids.ana } }, { ...person, via: 'email' }),
    ],
    [
      'Ana acknowledged it from the e-mail or the push message.',
      line('AlertGroupAcknowledged', { holder: { kind: 'person', personId: ids.ana } }, { ...person, via: 'link:email,push' }),
    ],
    [
      'Ana acknowledged it from a page link.',
      line('AlertGroupAcknowledged', { holder: { kind: 'person', personId: ids.ana } }, { ...person, via: 'link:page' }),
    ],
    [
      'Alerts from Prometheus can’t be read and are refused: opened #12.',
      line('AlertGroupOpened', {
        number: 12,
        origin: { kind: 'refused', integrationId: ids.prometheus, because: 'unreadable' } as never,
      }),
    ],
    [
      'Alerts from Prometheus are above the hard limit and are refused: opened #13.',
      line('AlertGroupOpened', { number: 13, origin: { kind: 'refused', integrationId: ids.prometheus } as never }),
    ],
    ['Prometheus acknowledged it.', line('AlertGroupAcknowledged', { holder: { kind: 'sender', integrationId: ids.prometheus } })],
    ['Ana unacknowledged it.', line('AlertGroupReturnedToFiring', { because: 'unacknowledged' })],
    ['Ana escalated it to step 2.', line('AlertGroupEscalated', { round: 1, step: 2 })],
    ['Unacknowledged: the acknowledgement was not renewed in time.', line('AlertGroupReturnedToFiring', { because: 'ack_timeout' })],
    ['Ana resolved it although its source still reports firing.', line('AlertGroupResolved', { by: 'person', whileFiring: true })],
    ['The assignee was asked: still working on it? (12 min late).', line('HolderAsked', { late: 12 * 60_000 })],
    [
      'Unacknowledged: the acknowledgement was not renewed in time (2 h 5 min late).',
      line('AlertGroupReturnedToFiring', { because: 'ack_timeout', late: 125 * 60_000 }),
    ],
  ])('“%s”', (wanted, says) => expect(says).toBe(wanted));
});

describe('tells of paging', () => {
  it.each([
    ['Next: repeat 1: step 2, in 5 min.', line('EscalationStepPlanned', { round: 2, step: 2, dueAt: '2026-11-21T12:05:00.000Z' })],
    ['No one in step 1: skipped.', line('EscalationStepTaken', { round: 1, step: 1, empty: true, targets: [] })],
    [
      'Step 1: paged Bo; Carla could not be reached: the person has no working contact method.',
      line('EscalationStepTaken', {
        round: 1,
        step: 1,
        empty: false,
        targets: [
          {
            target: { kind: 'person' },
            persons: [
              { personId: ids.bo, outcome: 'paged' },
              { personId: ids.carla, outcome: 'not_reachable', reason: 'delivery.no_method' },
            ],
          },
        ],
      }),
    ],
    ['Told Bo of more alerts.', line('PageStarted', { personId: ids.bo, quiet: true, cause: { kind: 'update', fingerprints: [] } })],
    [
      'E-mail to Bo failed: the provider refused the message (550); retrying.',
      line('AttemptFailed', { reason: 'delivery.provider_rejected', detail: '550', retry: true }),
    ],
    ['E-mail to Bo accepted by the mail server.', line('AttemptSent', {})],
    [
      'E-mail to Bo at once (no own rules: all methods).',
      line('AttemptPlanned', { kind: 'email', because: 'every_method', dueAt: '2026-11-21T12:00:00.000Z' }),
    ],
    [
      'Prometheus reported 1 firing alert for Checkout.',
      line('SignalReceived', { integrationId: ids.prometheus, serviceId: ids.checkout, signal: { action: 'trigger', alerts: [{}] } }),
    ],
    [
      'Opened #4, #5; resolved #2.',
      line('SignalsRouted', {
        items: [
          { outcome: 'opened', number: 4, alerts: [], by: {} },
          { outcome: 'resolved', number: 2, alerts: [], by: {} },
          { outcome: 'opened', number: 5, alerts: [], by: {} },
          { outcome: 'ignored', number: null, alerts: [], by: {} },
        ],
      }),
    ],
    ['Nothing changed.', line('SignalsRouted', { items: [] })],
    ['Told Bo it is resolved.', line('PageStarted', { personId: ids.bo, quiet: true, cause: { kind: 'resolved' } })],
    ['Ana made an erased person admin.', line('PersonRoleChanged', { personId: ids.gone, role: 'admin' })],
    ['Ana changed the policy Primary: version 3, 1 step.', line('PolicyChanged', { name: 'Primary', version: 3, steps: [{}] })],
  ])('“%s”', (wanted, says) => expect(says).toBe(wanted));
});
