import { jsmAnswers } from '@tocsin/testing/foreign/jsm-answers.js';
import { recordedAnswers, recordedAt } from '@tocsin/testing/foreign/recorded.js';
import { readsAfter } from '../../configuration.fixture.js';
import { afterPlan, planOf } from '../config-plans/applied.fixture.js';
import type { ForeignAnswer } from './answers.js';
import { configurationFiles } from './configuration-files.js';
import { fitOrganisation } from './fit.js';
import { millisOf } from './foreign-zones.js';
import { readers } from './readers.js';

type System = keyof typeof readers;
type Damage = (body: never) => void;

/** The recorded organisation, in whose answers to `asked` something is not as it should be. */
const answersOf = (system: System, asked: RegExp, damage: Damage): readonly ForeignAnswer[] =>
  structuredClone(system === 'jsm' ? jsmAnswers() : recordedAnswers(system)).map(({ request, graphql, status, body }) => {
    if (status === 200 && asked.test(`${request} ${graphql?.operationName ?? ''}`)) damage(body as never);
    return { asked: request, graphql, status, body };
  });

/** All that is said, once the files were applied to an empty organisation and change nothing any more. */
function saidOf(system: System, asked: RegExp, damage: Damage): string {
  const organisation = readers[system](answersOf(system, asked, damage), millisOf(recordedAt));
  const fitted = fitOrganisation(organisation, 'Moved in');
  const documents = Object.values(configurationFiles(fitted, { keyPrefix: 'x:y' })).flat();
  const planned = planOf(documents, readsAfter(), { now: recordedAt });
  expect(planned.errors).toEqual([]);
  const reads = afterPlan(planned, readsAfter(), recordedAt);
  expect(planOf(documents, reads, { now: recordedAt }).steps).toEqual([]);
  const notes = organisation.schedules.flatMap((one) => one.notes.map(({ rule, about }) => `${one.name}: ${rule} (${about})`));
  return [...fitted.remarks.map(({ rule, about }) => `${rule} (${about})`), ...notes].join('\n');
}

interface OpsgenieSchedules {
  data: { rotations: { timeRestriction?: object; length?: number }[] }[];
}
interface ShiftSchedule {
  schedule?: { rotations: { events?: { recurrence: string[] }[] }[] };
}
interface GoalertSchedules {
  data: { schedules?: { nodes: { targets: { rules: Record<string, unknown>[] }[] }[] } };
}

const changeRestrictions =
  (change: (one: object) => object): Damage =>
  ({ schedule }: { schedule?: { schedule_layers?: { restrictions: object[] }[] } }) => {
    for (const layer of schedule?.schedule_layers ?? []) layer.restrictions = layer.restrictions.map(change);
  };
const changeRule =
  (change: (one: Record<string, unknown>) => Record<string, unknown>): Damage =>
  ({ data }: GoalertSchedules) => {
    for (const { rules } of data.schedules?.nodes[0]?.targets ?? []) rules[0] = change(rules[0]!);
  };

const rows: readonly (readonly [string, System, RegExp, Damage, string])[] = [
  [
    'a restriction of a kind that nobody knows',
    'opsgenie',
    /schedules\?expand/,
    ({ data }: { data: { rotations: { timeRestriction?: object }[] }[] }) =>
      void (data[0]!.rotations[0]!.timeRestriction = { type: 'moon-phase', restriction: {} }),
    'payments_primary: unreadable (unknown restriction “moon-phase”)',
  ],
  [
    'a rotation of a kind that nobody knows',
    'opsgenie',
    /schedules\?expand/,
    ({ data }: { data: { rotations: { type: string }[] }[] }) => void (data[0]!.rotations[0]!.type = 'monthly'),
    'payments_primary: unreadable (unknown rotation “monthly”)',
  ],
  [
    'a team that is listed twice',
    'jsm',
    /v1\/teams /,
    ({ platformTeams }: { platformTeams: object[] }) => void platformTeams.push(platformTeams[0]!),
    '',
  ],
  [
    'a restriction at no time of day',
    'pagerduty',
    /GET \/schedules\/\w+ /,
    ({ schedule }: { schedule?: { schedule_layers: { restrictions: { start_time_of_day: string }[] }[] } }) => {
      for (const { restrictions } of schedule?.schedule_layers ?? []) for (const one of restrictions) one.start_time_of_day = '99:99';
    },
    'unreadable (unknown time of day “99:99”)',
  ],
  [
    'a maintenance without an end',
    'pagerduty',
    /maintenance_windows/,
    ({ maintenance_windows: windows }: { maintenance_windows: { end_time: string | null }[] }) => {
      for (const window of windows) window.end_time = null;
    },
    'maintenance at times that are none, left out',
  ],
  [
    'support hours at no time of day',
    'pagerduty',
    /\/services\?/,
    ({ services }: { services: { support_hours: { end_time: string } | null }[] }) => {
      for (const { support_hours: hours } of services) if (hours) hours.end_time = 'late';
    },
    'urgency by severity, without support hours',
  ],
  [
    'a shift on a day that nobody knows',
    'oncall',
    /on_call_shifts/,
    ({ results }: { results: { by_day: string[] | null }[] }) => {
      for (const shift of results) if (shift.by_day) shift.by_day.push('XX');
    },
    'unreadable (unknown weekday “XX”)',
  ],
  [
    'a step of hours that are none',
    'oncall',
    /escalation_policies/,
    ({ results }: { results: { notify_if_time_to?: string }[] }) => {
      for (const step of results) if (step.notify_if_time_to) step.notify_if_time_to = 'x';
    },
    'hours that can’t be read: always',
  ],
  [
    'a rule at no time of day',
    'goalert',
    /Schedules?/,
    ({ data }: { data: { schedules?: { nodes: { targets: { rules: { start: string }[] }[] }[] } } }) =>
      void (data.schedules && (data.schedules.nodes[0]!.targets[0]!.rules[0]!.start = 'noon')),
    'unreadable (unknown time of day “noon”)',
  ],
  [
    'an hour that is missing',
    'opsgenie',
    /schedules\?expand/,
    ({ data }: OpsgenieSchedules) => void (data[0]!.rotations[0]!.timeRestriction = { type: 'time-of-day', restriction: { endHour: 17 } }),
    'payments_primary: unreadable (no number in “startHour”)',
  ],
  [
    'a rotation of no length',
    'opsgenie',
    /schedules\?expand/,
    ({ data }: OpsgenieSchedules) => void delete data[0]!.rotations[0]!.length,
    'payments_primary: unreadable (no number in “length”)',
  ],
  [
    'a restriction on no day',
    'pagerduty',
    /GET \/schedules\/\w+ /,
    changeRestrictions((one) => ({ ...one, type: 'weekly_restriction', start_day_of_week: undefined })),
    'unreadable (no number in “start_day_of_week”)',
  ],
  [
    'a restriction of no duration',
    'pagerduty',
    /GET \/schedules\/\w+ /,
    changeRestrictions((one) => ({ ...one, duration_seconds: null })),
    'unreadable (no number in “duration_seconds”)',
  ],
  [
    'shifts by a frequency that nobody knows',
    'pagerduty',
    /GET \/v3\/schedules\/\w+ /,
    ({ schedule }: ShiftSchedule) => {
      for (const { events } of schedule?.rotations ?? []) for (const one of events ?? []) one.recurrence = ['RRULE:FREQ=YEARLY'];
    },
    'unreadable (unknown frequency “YEARLY”)',
  ],
  [
    'a shift of a frequency that nobody knows',
    'oncall',
    /on_call_shifts/,
    ({ results }: { results: { frequency: string | null }[] }) => {
      for (const shift of results) if (shift.frequency) shift.frequency = 'yearly';
    },
    'unreadable (unknown frequency “yearly”)',
  ],
  [
    'a shift of no duration',
    'oncall',
    /on_call_shifts/,
    ({ results }: { results: { duration?: number }[] }) => {
      for (const shift of results) shift.duration = undefined;
    },
    'unreadable (no number in “duration”)',
  ],
  [
    'a rule without its hours',
    'goalert',
    /Schedules?/,
    changeRule(() => ({ weekdayFilter: [true, true, true, true, true, true, true] })),
    'unreadable (unknown time of day “”)',
  ],
  [
    'a rule without its days',
    'goalert',
    /Schedules?/,
    changeRule(({ start, end }) => ({ start, end })),
    'unreadable (unknown days of a rule)',
  ],
  [
    'a rotation that is not there',
    'goalert',
    /Rotations/,
    ({ data }: { data: { rotations?: { nodes: { id: string }[] } } }) => {
      for (const one of data.rotations?.nodes ?? []) one.id += '-lost';
    },
    'unreadable (unknown rotation “',
  ],
  [
    'a rotation of turns that nobody knows',
    'goalert',
    /Rotations/,
    ({ data }: { data: { rotations?: { nodes: { type: string }[] } } }) => {
      for (const one of data.rotations?.nodes ?? []) one.type = 'fortnightly';
    },
    'unreadable (unknown rotation “fortnightly”)',
  ],
];

describe('a value that is none', () => {
  it.each(rows)('%s is named, and everything else moves: %s', (_, system, asked, damage, said) =>
    expect(saidOf(system, asked, damage)).toContain(said),
  );
});
