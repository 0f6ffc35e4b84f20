import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { Act } from '@tocsin/kernel/replay/what-if.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { repeatBesideRule } from './added-rule.js';

interface ChangeType {
  /** The field of a command with the thing’s id, or with that of its owner for a new thing. */
  readonly id: string;
  /** The row of a thing of which there is one. */
  readonly only?: string;
  /** The view whose rows have its version; null: it has none. */
  readonly view: string | null;
  /** The event that created it. */
  readonly made: string;
  /** Recorded edits that the change replaces, of the thing that it names. */
  readonly replaces: ReadonlySet<string>;
}

const editsOfWindow: ReadonlySet<string> = new Set(['ChangeMaintenance', 'SkipMaintenance', 'EndMaintenance', 'RemoveMaintenance']);
const editsOfInhibition: ReadonlySet<string> = new Set(['SaveInhibitionRule', 'RemoveInhibitionRule']);
const editsOfHeartbeat: ReadonlySet<string> = new Set(['ChangeHeartbeat', 'RemoveHeartbeat']);
const ofOrganisation = { id: 'organisationId', only: organisationKey, view: null, made: 'OrganisationSetUp' };
const editsOfRule: ReadonlySet<string> = new Set(['ChangeNotificationRule', 'RemoveNotificationRule']);

/** A change applies from the start of the range: recorded edits of the same thing are left out, others stay. */
const changeTypes: Readonly<Record<BacktestChange['type'], ChangeType>> = {
  ChangePolicy: { id: 'policyId', view: 'policies', made: 'PolicyCreated', replaces: new Set(['ChangePolicy', 'RemovePolicy']) },
  ChangeSchedule: {
    id: 'scheduleId',
    view: 'schedules',
    made: 'ScheduleBegan',
    replaces: new Set(['ChangeSchedule', 'WithdrawScheduleChange', 'RemoveSchedule']),
  },
  ChangeService: { id: 'serviceId', view: 'services', made: 'ServiceCreated', replaces: new Set(['ChangeService']) },
  ChangeRoutes: { id: 'integrationId', view: 'routeRules', made: 'IntegrationCreated', replaces: new Set(['ChangeRoutes']) },
  ChangeOrganisationRoutes: {
    id: 'organisationId',
    only: organisationRouter,
    view: 'routeRules',
    made: 'OrganisationSetUp',
    replaces: new Set(['ChangeOrganisationRoutes']),
  },
  AddNotificationRule: { id: 'contactMethodId', view: null, made: 'ContactMethodAdded', replaces: new Set() },
  ChangeNotificationRule: { id: 'ruleId', view: null, made: 'NotificationRuleAdded', replaces: editsOfRule },
  RemoveNotificationRule: { id: 'ruleId', view: null, made: 'NotificationRuleAdded', replaces: editsOfRule },
  StartSilence: { id: 'teamId', view: null, made: 'TeamCreated', replaces: new Set() },
  ChangeSilenceEnd: { id: 'silenceId', view: null, made: 'SilenceStarted', replaces: new Set(['ChangeSilenceEnd', 'EndSilence']) },
  EndSilence: { id: 'silenceId', view: null, made: 'SilenceStarted', replaces: new Set(['ChangeSilenceEnd', 'EndSilence']) },
  PlanMaintenance: { id: 'teamId', view: null, made: 'TeamCreated', replaces: new Set() },
  ChangeMaintenance: { id: 'windowId', view: 'maintenanceWindows', made: 'MaintenancePlanned', replaces: editsOfWindow },
  RemoveMaintenance: { id: 'windowId', view: null, made: 'MaintenancePlanned', replaces: editsOfWindow },
  SaveInhibitionRule: { id: 'teamId', view: null, made: 'TeamCreated', replaces: new Set() },
  RemoveInhibitionRule: { id: 'ruleId', view: null, made: 'InhibitionRuleSaved', replaces: editsOfInhibition },
  ChangeHeartbeat: { id: 'heartbeatId', view: null, made: 'HeartbeatCreated', replaces: editsOfHeartbeat },
  RemoveHeartbeat: { id: 'heartbeatId', view: null, made: 'HeartbeatCreated', replaces: editsOfHeartbeat },
  ChangeClosingByAge: { ...ofOrganisation, replaces: new Set(['ChangeClosingByAge']) },
  ChangeOrganisationTimeZone: { ...ofOrganisation, replaces: new Set(['ChangeOrganisationTimeZone']) },
  ChooseDefaultHolidayCalendar: { ...ofOrganisation, replaces: new Set(['ChooseDefaultHolidayCalendar']) },
};

/** An inhibition rule that is there already is edited, as one is that is removed. */
const typeOf = ({ type, data }: BacktestChange): ChangeType =>
  changeTypes[type === 'SaveInhibitionRule' && data.ruleId !== undefined ? 'RemoveInhibitionRule' : type];

const idOf = (data: unknown, field: string): unknown => (data as Readonly<Record<string, unknown>>)[field];

/** The command that makes the change now, with the current version in place of the one that it was made for. */
export const changeAsOf = (change: BacktestChange, { memory }: World): Message => {
  const { type, data } = change;
  const { id, only, view } = typeOf(change);
  if (view === null) return { type, data };
  const row = memory.rows<{ readonly version: number }>(view).get(only ?? String(idOf(data, id)));
  // it takes effect at once, whenever it was meant to
  const { effectiveFrom: _planned, ...now } = data as { readonly effectiveFrom?: string };
  // routes have no row until they are first saved
  return { type, data: row || view === 'routeRules' ? { ...now, version: row?.version ?? 0 } : now };
};

/** The stored form of a change: without free text, on which nothing depends. */
export const withoutText = (change: BacktestChange): BacktestChange => {
  if (change.type === 'ChangeService') return { ...change, data: { ...change.data, description: '', runbook: null } };
  return change.type === 'StartSilence' ? { ...change, data: { ...change.data, comment: '' } } : change;
};

/** Whether this event created the thing to change. */
export const isMadeBy = (change: BacktestChange, { type, data }: Pick<Recorded, 'type' | 'data'>): boolean => {
  const { made, only, id } = typeOf(change);
  return type === made && (only !== undefined || idOf(data, id) === idOf(change.data, id));
};

/** Maps a recorded act under the change: the command to repeat, or null to leave it out. */
export type Repeats = (act: Pick<Act, 'command' | 'was' | 'world'>) => Message | null;

export const createRepeater = (change: BacktestChange): Repeats => {
  if (change.type === 'AddNotificationRule') return (act) => repeatBesideRule(change.data, act);
  const { id, replaces } = typeOf(change);
  return ({ command }) => (replaces.has(command.type) && idOf(command.data, id) === idOf(change.data, id) ? null : command);
};
