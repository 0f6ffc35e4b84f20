import { expectedDuties, namesIn, recordedAnswers, recordedAt, type RecordedSystem } from '@tocsin/testing/foreign/recorded.js';
import type { ForeignAnswer } from './answers.js';
import { millisOf } from './foreign-zones.js';
import { compareDuties, type Difference } from './here.js';
import type { ForeignOrganisation, ForeignSchedule } from './organisation.js';
import { readers } from './readers.js';
import { combine, isSame, type Span } from './stretches.js';

const at = millisOf(recordedAt);
const week = 7 * 86_400_000;
const systems = ['opsgenie', 'pagerduty', 'oncall', 'goalert'] as const;

const organisationOf = (system: RecordedSystem): ForeignOrganisation => {
  const answers = recordedAnswers(system).map((one): ForeignAnswer => ({ ...one, asked: one.request.replace('GET /api/v1', 'GET ') }));
  return readers[system](answers, at);
};

const expandIn = ({ people, teams }: ForeignOrganisation) => {
  const known = new Set(people.filter(({ isObserver }) => !isObserver).map(({ id }) => id));
  return (id: string) => teams.find((team) => team.id === id)?.members.map(({ personId }) => personId) ?? (known.has(id) ? [id] : []);
};

/** The week of the next change of a European or American clock behind the four weeks. */
const clockChange: Span = { from: millisOf('2027-03-10T00:00:00Z'), to: millisOf('2027-04-01T00:00:00Z') };

/** Which rules explain the differences in the four weeks and at the change of clocks. */
const explained: Readonly<Record<(typeof systems)[number], readonly [four: readonly string[], change: readonly string[]]>> = {
  opsgenie: [[], []],
  pagerduty: [[], []],
  oncall: [['Data from the calendar: calendar by its address'], ['Data from the calendar: calendar by its address']],
  goalert: [['Ledger: end of a short month'], []],
};

describe('one schedule that is broken', () => {
  it.each([
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'unknown time zone “Mars/Olympus”'],
    [
      'a rotation without a start',
      { rotations: [{ id: '1', name: 'x', type: 'weekly', length: 1, participants: [{ type: 'none' }] }] },
      expect.any(String) as string,
    ],
  ])('by %s is named, and the others are read', (_, broken, about) => {
    const answers = recordedAnswers('opsgenie').map(({ request, status, body }): ForeignAnswer => {
      const { data } = body as { data: object[] };
      return {
        asked: request,
        status,
        body: request.startsWith('GET /v2/schedules?') ? { data: [{ ...data[0], ...broken }, ...data.slice(1)] } : body,
      };
    });
    const { schedules } = readers.opsgenie(answers, at);
    expect(schedules.map(({ isUnreadable }) => isUnreadable ?? false)).toEqual([true, false, false, false]);
    expect(schedules[0]!.notes).toEqual([{ rule: 'unreadable', about }]);
  });
});

describe.each(systems)('an organisation of %s', (system) => {
  const organisation = organisationOf(system);
  const names = namesIn(system);
  const duties = (schedule: ForeignSchedule, span: Span) => combine(schedule.there(span), span);

  it('has on call whom that system has, at every instant at which mistakes show', () => {
    const wrong = expectedDuties(system).flatMap(({ schedule, at: when, onCall, why }) => {
      const found = organisation.schedules.find(({ name }) => name === schedule)!;
      const instant = millisOf(when);
      const people = duties(found, { from: instant, to: instant + 1 })
        .flatMap((duty) => duty.people)
        .map((id) => names[id] ?? id)
        .toSorted();
      return isSame(people, [...onCall].toSorted()) ? [] : [{ schedule, when, onCall, people, why }];
    });
    expect(wrong).toEqual([]);
  });

  it('reads as the system itself renders it, to each change of four weeks', () => {
    // one that is made of a rotation is rendered by no system
    for (const schedule of organisation.schedules.filter(({ id }) => !id.startsWith('rotation:'))) {
      expect(schedule.rendered.length).toBeGreaterThan(0);
      for (const { span, duties: rendered } of schedule.rendered)
        expect({ name: schedule.name, duties: duties(schedule, span) }).toEqual({ name: schedule.name, duties: rendered });
    }
  });

  it.each([
    ['four weeks', { from: at, to: at + 4 * week }],
    ['the weeks around the next change of clocks', clockChange],
  ])('has the same people on call here in %s, or a rule says why not', (_, span) => {
    const differences = organisation.schedules.flatMap((schedule) =>
      compareDuties(schedule, duties(schedule, span), expandIn(organisation), span).map((difference) => ({
        schedule: schedule.name,
        ...shown(difference, names),
      })),
    );
    expect(differences.filter(({ rule }) => rule === null)).toEqual([]);
    expect([...new Set(differences.map(({ schedule, rule }) => `${schedule}: ${rule}`))]).toEqual(
      explained[system][span === clockChange ? 1 : 0],
    );
  });
});

const shown = ({ from, to, there, here, rule }: Difference, names: Readonly<Record<string, string>>) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  there: there.map((id) => names[id] ?? id),
  here: here.map((id) => names[id] ?? id),
  rule,
});
