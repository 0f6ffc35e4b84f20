import type { RehearsalRow } from '@tocsin/contracts/alert-groups/rehearsals.js';
import { differenceSentences } from './difference-sentence.js';

const at = '2026-11-21T03:12:00.000Z';
const words = {
  system: 'PagerDuty',
  names: { person: (id: string | null | undefined) => id ?? '', schedule: (id: string | null | undefined) => id ?? '' },
  at: (instant: string) => `at ${instant.slice(11, 16)}`,
};
const there = (people: NonNullable<RehearsalRow['there']>['people']): NonNullable<RehearsalRow['there']> => ({
  alerts: ['Q1'],
  as: 'own',
  people,
  endedAt: null,
  until: '2026-11-21T04:00:00.000Z',
});
const row = (people: RehearsalRow['people'], side: NonNullable<RehearsalRow['there']>): RehearsalRow => ({
  id: 'g',
  number: 1,
  serviceId: 's',
  openedAt: at,
  people,
  there: side,
  compared: 'unexplained',
});
const ana = { personId: 'Ana', firstAt: at, messages: 1, methods: ['sms' as const] };

describe('a difference', () => {
  it('is one sentence: who there, who here, and why they were on call', () => {
    const duty = { scheduleId: 'Primary', kind: 'override' as const, replacesId: 'Bo' };
    expect(
      differenceSentences(row([{ ...ana, duty }], there([{ personId: 'Bo', firstAt: at, messages: 1, methods: ['phone'] }])), words),
    ).toEqual([
      { says: 'PagerDuty notified Bo at 03:12 (phone); Tocsin would have paged Ana: the override of Bo in Primary.', because: null },
    ]);
  });

  it('says who was notified on one side alone', () => {
    const duty = { scheduleId: 'Primary', kind: 'rotation' as const, replacesId: null };
    expect(differenceSentences(row([{ ...ana, duty }], there([])), words)).toEqual([
      { says: 'Tocsin would have paged Ana, on call in Primary, at 03:12; PagerDuty did not notify them.', because: null },
    ]);
    expect(differenceSentences(row([], there([{ personId: null, firstAt: at, messages: 1, methods: [] }])), words)).toEqual([
      {
        says: 'PagerDuty notified somebody unknown here at 03:12; Tocsin would not have paged them.',
        because: 'a person who is unknown here',
      },
    ]);
  });

  it('says the reason that explains it', () => {
    const late = { personId: 'Ana', firstAt: '2026-11-21T03:15:00.000Z', messages: 1, methods: ['sms'] };
    expect(differenceSentences(row([ana], there([late])), words)).toEqual([
      { says: 'PagerDuty notified Ana at 03:15 (sms); Tocsin would have paged them at 03:12.', because: 'within 5 minutes' },
    ]);
    const phone = { personId: 'Ana', firstAt: at, messages: 1, methods: ['phone'] };
    expect(differenceSentences(row([ana], there([phone])), words)).toEqual([
      { says: 'PagerDuty notified Ana at 03:12 (phone); Tocsin would have used sms.', because: 'another method' },
    ]);
  });
});
