import type { BisectedKind } from '@tocsin/contracts/backtests/bisect.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import { fieldsOf, revertOf, things, type ThingView } from '@tocsin/contracts/versions.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { World } from '@tocsin/kernel/replay/world.js';

export type Row = Readonly<Record<string, unknown>>;

interface AsOf {
  readonly id: string;
  /** The row to come back to; null: it was not there. */
  readonly target: Row | null;
  /** The row as it is. */
  readonly now: Row | null;
  readonly instant: string;
}

export interface EditedKind {
  readonly kind: BisectedKind;
  /** The memory view with its rows. */
  readonly view: string;
  /** The field of its events and commands with its id. */
  readonly idField: string;
  /** There is one of it: its row. */
  readonly only?: string;
  /** The events that edit it. */
  readonly events: readonly string[];
  /** The commands that are not repeated where its edits are undone. */
  readonly edits: readonly string[];
  readonly fields: readonly string[];
  /** It ends by itself: what was not there yet in the worse period says nothing. */
  readonly isPassing?: true;
  /** It is made and removed; of others, the first version counts as the one before. */
  readonly comesAndGoes?: true;
  /** The commands that bring it back. */
  readonly restore: (as: AsOf) => readonly Message[];
}

const pick = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(fields.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])));

/** One whose versions can be compared and reverted by anyone. */
const versioned = (view: Exclude<ThingView, 'silences'>, removed: readonly string[] = []): EditedKind => {
  const { idField, types, fields, command } = things[view];
  return {
    kind: view,
    view,
    idField,
    events: types,
    edits: [command, ...removed],
    fields,
    restore: ({ id, target, now }) =>
      target === null || now === null ? [] : [{ type: command, data: revertOf({ view, id }, { older: target, newest: now, fields }) }],
  };
};

const rulesOf = (row: Row | null) => (row as ContactRow | null)?.rules ?? [];

/** The rules of a person: those that were added go, those that were removed or changed come back as far as their method is there. */
const restoreRules = ({ id: personId, target, now }: AsOf): readonly Message[] => {
  const [was, is] = [rulesOf(target), rulesOf(now)];
  const added = is.filter(({ ruleId }) => was.every((rule) => rule.ruleId !== ruleId));
  return [
    ...added.map(({ ruleId }) => ({ type: 'RemoveNotificationRule', data: { personId, ruleId } })),
    ...was.flatMap(({ ruleId, delayMinutes, ...rule }): Message[] => {
      const same = is.find((one) => one.ruleId === ruleId);
      if (!same) return [{ type: 'AddNotificationRule', data: { personId, ruleId, delayMinutes, ...rule } }];
      if (same.delayMinutes === delayMinutes) return [];
      return [{ type: 'ChangeNotificationRule', data: { personId, ruleId, delayMinutes } }];
    }),
  ];
};

const ofWindow = ['name', 'services', 'matchers', 'from', 'to', 'zone', 'rule', 'behaviour', 'coversEverything'];
const ofInhibition = ['teamId', 'name', 'source', 'target', 'equal', 'isOn'];
const ofHeartbeat = ['name', 'slug', 'schedule', 'grace', 'longestRun', 'tolerate', 'urgency', 'postOnly'];
const ofSilence = ['teamId', 'matchers', 'until', 'exempt', 'untilResolved'];

const restoreSilence = ({ id: silenceId, target, now, instant }: AsOf): readonly Message[] => {
  if (target === null) return now === null ? [] : [{ type: 'EndSilence', data: { silenceId } }];
  const until = target['until'] as string;
  if (until <= instant) return [];
  if (now === null) return [{ type: 'StartSilence', data: { ...pick(target, ofSilence), comment: '', confirmedGroups: null } }];
  return now['until'] === until ? [] : [{ type: 'ChangeSilenceEnd', data: { silenceId, until } }];
};

export const editedKinds: readonly EditedKind[] = [
  versioned('policies', ['RemovePolicy']),
  versioned('services', ['ArchiveService', 'RestoreService']),
  versioned('schedules', ['WithdrawScheduleChange', 'RemoveSchedule']),
  {
    ...versioned('routeRules'),
    restore: ({ id, target, now }) =>
      now === null
        ? []
        : [{ type: 'ChangeRoutes', data: { integrationId: id, ...pick(now, ['teamId', 'version']), rules: target?.['rules'] ?? [] } }],
    comesAndGoes: true,
  },
  {
    kind: 'routeRules',
    view: 'routeRules',
    idField: 'organisationId',
    only: organisationRouter,
    events: ['OrganisationRoutesChanged'],
    edits: ['ChangeOrganisationRoutes'],
    fields: ['rules'],
    comesAndGoes: true,
    restore: ({ target, now }) =>
      now === null ? [] : [{ type: 'ChangeOrganisationRoutes', data: { version: now['version'], rules: target?.['rules'] ?? [] } }],
  },
  {
    kind: 'silences',
    view: 'activeSilences',
    idField: 'silenceId',
    events: ['SilenceStarted', 'SilenceEndChanged', 'SilenceEnded'],
    edits: ['StartSilence', 'ChangeSilenceEnd', 'EndSilence'],
    fields: ['until'],
    isPassing: true,
    comesAndGoes: true,
    restore: restoreSilence,
  },
  {
    kind: 'maintenanceWindows',
    view: 'maintenanceWindows',
    idField: 'windowId',
    events: ['MaintenancePlanned', 'MaintenanceChanged', 'MaintenanceSkipped', 'MaintenanceEnded', 'MaintenanceRemoved'],
    edits: ['PlanMaintenance', 'ChangeMaintenance', 'SkipMaintenance', 'EndMaintenance', 'RemoveMaintenance'],
    fields: [...ofWindow, 'skipped', 'endedEarly'],
    isPassing: true,
    comesAndGoes: true,
    restore: ({ id: windowId, target, now }) => {
      if (target === null) return now === null ? [] : [{ type: 'RemoveMaintenance', data: { windowId } }];
      const data = pick(target, ofWindow);
      if (now === null) return [{ type: 'PlanMaintenance', data: { ...data, teamId: target['teamId'] } }];
      return [{ type: 'ChangeMaintenance', data: { ...data, windowId, version: now['version'] } }];
    },
  },
  {
    kind: 'inhibitionRules',
    view: 'inhibitionRules',
    idField: 'ruleId',
    events: ['InhibitionRuleSaved', 'InhibitionRuleRemoved'],
    edits: ['SaveInhibitionRule', 'RemoveInhibitionRule'],
    fields: ofInhibition,
    comesAndGoes: true,
    restore: ({ id: ruleId, target, now }) => {
      if (target) return [{ type: 'SaveInhibitionRule', data: { ruleId, ...pick(target, ofInhibition) } }];
      return now === null ? [] : [{ type: 'RemoveInhibitionRule', data: { ruleId } }];
    },
  },
  {
    kind: 'heartbeats',
    view: 'heartbeats',
    idField: 'heartbeatId',
    events: ['HeartbeatCreated', 'HeartbeatChanged', 'HeartbeatRemoved'],
    edits: ['ChangeHeartbeat', 'RemoveHeartbeat'],
    fields: ofHeartbeat,
    restore: ({ id: heartbeatId, target, now }) =>
      target === null || now === null ? [] : [{ type: 'ChangeHeartbeat', data: { heartbeatId, ...pick(target, ofHeartbeat) } }],
  },
  {
    kind: 'organisation',
    view: 'organisation',
    idField: 'organisationId',
    only: organisationKey,
    events: ['OrganisationTimeZoneChanged', 'ClosingByAgeChanged', 'DefaultHolidayCalendarChosen'],
    edits: ['ChangeOrganisationTimeZone', 'ChangeClosingByAge', 'ChooseDefaultHolidayCalendar'],
    fields: ['timeZone', 'closeAfterDays', 'holidayCalendarId'],
    restore: ({ target }) =>
      target === null
        ? []
        : [
            { type: 'ChangeOrganisationTimeZone', data: { timeZone: target['timeZone'] } },
            { type: 'ChooseDefaultHolidayCalendar', data: { calendarId: target['holidayCalendarId'] ?? null } },
            ...(target['closeAfterDays'] === undefined ? [] : [{ type: 'ChangeClosingByAge', data: { days: target['closeAfterDays'] } }]),
          ],
  },
  {
    kind: 'person',
    view: 'contacts',
    idField: 'personId',
    events: ['NotificationRuleAdded', 'NotificationRuleChanged', 'NotificationRuleRemoved'],
    edits: ['AddNotificationRule', 'ChangeNotificationRule', 'RemoveNotificationRule'],
    fields: ['rules'],
    comesAndGoes: true,
    restore: restoreRules,
  },
];

const comparedFields = ({ kind, fields }: EditedKind, row: Row): Row =>
  kind === 'schedules' ? fieldsOf('schedules', row) : pick(row, fields);

/** The fields that differ between two versions. */
export const changedFields = (of: EditedKind, before: Row | null, after: Row | null): readonly string[] => {
  const [was, is] = [before, after].map((row) => (row ? comparedFields(of, row) : {})) as [Row, Row];
  return of.fields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]));
};

export const rowIn = ({ memory }: Pick<World, 'memory'>, { view, only }: EditedKind, id: string): Row | null =>
  memory.rows<Row>(view).get(only ?? id) ?? null;
