import type { Recorded } from './envelope.js';
import type { EventType } from './catalogue.js';
import type { Permission } from './permissions.js';

/** Settings whose versions are compared. */
export type ThingView = 'services' | 'policies' | 'schedules' | 'routeRules' | 'silences';

export interface ThingKind {
  readonly noun: string;
  readonly idField: string;
  /** The events that make a version, the first one first. */
  readonly types: readonly EventType[];
  /** Fields that are compared, and reverted by the command. */
  readonly fields: readonly string[];
  readonly command: 'ChangeService' | 'ChangePolicy' | 'ChangeSchedule' | 'ChangeRoutes' | 'ChangeSilenceEnd';
  /** Of the row, and sent with the command. */
  readonly also: readonly ('teamId' | 'version')[];
  readonly permission: Permission;
}

export const things: Readonly<Record<ThingView, ThingKind>> = {
  services: {
    noun: 'service',
    idField: 'serviceId',
    types: ['ServiceCreated', 'ServiceChanged', 'ServiceWentLive', 'ServiceArchived', 'ServiceRestored'],
    fields: [
      'name',
      'description',
      'runbook',
      'policyId',
      'urgencyRule',
      'supportHours',
      'ackTimeoutMinutes',
      'reopenWindowMinutes',
      'flapDetection',
      'labels',
      'grouping',
    ],
    command: 'ChangeService',
    also: ['teamId', 'version'],
    permission: 'service.configure',
  },
  policies: {
    noun: 'escalation policy',
    idField: 'policyId',
    types: ['PolicyCreated', 'PolicyChanged', 'PolicyRemoved'],
    fields: ['name', 'steps', 'repeats', 'climbLow', 'lowWaits', 'nightBudget'],
    command: 'ChangePolicy',
    also: ['teamId', 'version'],
    permission: 'service.configure',
  },
  schedules: {
    noun: 'schedule',
    idField: 'scheduleId',
    types: ['ScheduleCreated', 'ScheduleChanged', 'ScheduleRemoved'],
    fields: ['timeZone', 'layers'],
    command: 'ChangeSchedule',
    also: ['version'],
    permission: 'service.configure',
  },
  routeRules: {
    noun: 'route',
    idField: 'integrationId',
    types: ['RoutesChanged'],
    fields: ['rules'],
    command: 'ChangeRoutes',
    also: ['teamId', 'version'],
    permission: 'service.configure',
  },
  silences: {
    noun: 'silence',
    idField: 'silenceId',
    types: ['SilenceStarted', 'SilenceEndChanged', 'SilenceEnded'],
    fields: ['until'],
    command: 'ChangeSilenceEnd',
    also: [],
    permission: 'silence.start',
  },
};

export interface Thing {
  readonly view: ThingView;
  readonly id: string;
}

/** The thing of which an event made a version. */
export const thingOf = ({ type, data }: Recorded): Thing | null => {
  const entry = (Object.entries(things) as [ThingView, ThingKind][]).find(([, { types }]) => types.some((one) => one === type));
  const id = entry && (data as Readonly<Record<string, unknown>>)[entry[1].idField];
  return entry && typeof id === 'string' ? { view: entry[0], id } : null;
};

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a row that are compared. A schedule’s are those of its newest version. */
export const fieldsOf = (view: ThingView, row: object): Fields => {
  const versions = (row as { readonly versions?: readonly object[] }).versions;
  const from = { ...row, ...(view === 'schedules' ? versions?.at(-1) : {}) } as Fields;
  return Object.fromEntries(things[view].fields.map((field) => [field, from[field] ?? null]));
};

/** The command that gives some fields their earlier values again, made at the number of the newest version. */
export const revertOf = (
  { view, id }: Thing,
  { older, newest, fields }: { readonly older: object; readonly newest: object; readonly fields: readonly string[] },
): Fields => {
  const { idField, also, fields: all } = things[view];
  const [was, is] = [fieldsOf(view, older), fieldsOf(view, newest)];
  const values = all.map((field) => [field, fields.includes(field) ? was[field] : is[field]] as const);
  return {
    [idField]: id,
    ...Object.fromEntries(also.map((field) => [field, (newest as Fields)[field]])),
    ...Object.fromEntries(values.filter(([field, value]) => value !== null || mayBeNull.has(field))),
  };
};
/** Left out, they stay as they are; of all others, left out is none. */
const mayBeNull: ReadonlySet<string> = new Set([
  'description',
  'runbook',
  'urgencyRule',
  'supportHours',
  'ackTimeoutMinutes',
  'reopenWindowMinutes',
  'flapDetection',
  'labels',
  'grouping',
]);
