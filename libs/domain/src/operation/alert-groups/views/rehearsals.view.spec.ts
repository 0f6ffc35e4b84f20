import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import { foldRows } from '@tocsin/kernel/decide/given.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { RehearsalRow } from '@tocsin/contracts/alert-groups/rehearsals.js';
import { fixtureTime, idOf, ana, bo, recordedFacts } from '../../../configuration.fixture.js';
import { rehearsalsView } from './rehearsals.view.js';

const [groupId, serviceId, scheduleId] = [idOf('9'), idOf('5'), idOf('7')];
const later = (minutes: number): string => new Date(Date.parse(fixtureTime) + minutes * 60_000).toISOString();
const fact = (type: Fact['type'], data: object): Fact => ({ type, data }) as Fact;

const opened = fact('AlertGroupOpened', { groupId, serviceId, number: 4, rehearses: true });
const stepTaken = fact('EscalationStepTaken', {
  groupId,
  targets: [
    { persons: [{ personId: ana, onCall: { scheduleId, version: 1, why: { kind: 'override', overrideId: idOf('1'), replacesId: bo } } }] },
  ],
});
const paged = [
  fact('PageStarted', { groupId, pageId: idOf('a'), personId: ana, quiet: false }),
  fact('AttemptPlanned', { groupId, pageId: idOf('a'), slot: idOf('b'), kind: 'sms' }),
];
const unsent = fact('AttemptCancelled', { groupId, pageId: idOf('a'), slot: idOf('b'), reason: 'delivery.rehearsing' });
const sent = fact('AttemptStarted', { groupId, pageId: idOf('a'), slot: idOf('b') });
const read = (more: Partial<FactOf<'OldSystemRead'>>): Fact => ({
  type: 'OldSystemRead',
  data: { system: 'pagerduty', from: fixtureTime, to: later(30), pairs: [], pages: [], compared: [], ...more },
});
const pair = (rowId: string, of: string | null) => ({
  rowId,
  groupId: of,
  alertId: 'Q1',
  serviceId,
  at: fixtureTime,
  as: 'own' as const,
  endedAt: null,
});
const row = (key: string, ...facts: readonly Fact[]): RehearsalRow | undefined =>
  foldRows(rehearsalsView as View, recordedFacts(facts)).get(key) as RehearsalRow | undefined;

describe('the row of a rehearsed alert', () => {
  it('has who would have been paged, how, and why they were on call', () => {
    expect(row(groupId, opened, stepTaken, ...paged, unsent)).toMatchObject({
      compared: 'waiting',
      people: [{ personId: ana, messages: 1, methods: ['sms'], duty: { scheduleId, kind: 'override', replacesId: bo } }],
    });
  });

  it('counts whoever agreed to be paged, too', () => {
    expect(row(groupId, opened, ...paged, sent)?.people).toMatchObject([{ personId: ana, messages: 1 }]);
  });

  it('is compared with whom the old system notified, over several readings', () => {
    const page = (personId: string, minutes: number) => ({ rowId: groupId, personId, at: later(minutes), method: 'sms' });
    const first = read({ pairs: [pair(groupId, groupId)], pages: [page(ana, 0)] });
    expect(row(groupId, opened, ...paged, unsent, first)).toMatchObject({
      compared: 'same',
      there: { alerts: ['Q1'], people: [{ messages: 1 }] },
    });
    const second = read({ pairs: [pair(groupId, groupId)], pages: [page(ana, 5), page(bo, 10)], to: later(60) });
    expect(row(groupId, opened, ...paged, unsent, first, second)).toMatchObject({
      compared: 'unexplained',
      there: { people: [{ personId: ana, messages: 2 }, { personId: bo }], until: later(60) },
    });
  });

  it('is compared with nothing where nothing was told', () => {
    expect(row(groupId, opened, ...paged, unsent, read({ compared: [groupId] }))).toMatchObject({
      compared: 'unexplained',
      there: { people: [] },
    });
    expect(row(groupId, opened, read({ compared: [groupId] }))).toMatchObject({ compared: 'same' });
  });

  it('is made of an alert that the old system alone has', () => {
    const own = idOf('44');
    expect(
      row(own, read({ pairs: [pair(own, null)], pages: [{ rowId: own, personId: bo, at: fixtureTime, method: 'sms' }] })),
    ).toMatchObject({
      number: null,
      serviceId,
      people: [],
      compared: 'unexplained',
    });
  });

  it('is none of a live service, whatever is read', () => {
    expect(
      row(groupId, fact('AlertGroupOpened', { groupId, serviceId, number: 4 }), ...paged, sent, read({ pairs: [pair(groupId, groupId)] })),
    ).toBeUndefined();
  });
});
