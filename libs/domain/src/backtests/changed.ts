import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { Outcome, World } from '@tocsin/kernel/replay/world.js';

interface Changed {
  /** The field of a command that names the thing, or what a new thing belongs to. */
  readonly id: string;
  /** The view whose rows have its version; null: it has none. */
  readonly view: string | null;
  /** The event that created it. */
  readonly made: string;
  /** Recorded edits that the change replaces, of the thing that it names. */
  readonly replaces: ReadonlySet<string>;
}

const editsOfRule: ReadonlySet<string> = new Set(['ChangeNotificationRule', 'RemoveNotificationRule']);

/** A change holds from the beginning of the range: recorded edits of the same thing are left out, all others stay. */
const changed: Readonly<Record<BacktestChange['type'], Changed>> = {
  ChangePolicy: { id: 'policyId', view: 'policies', made: 'PolicyCreated', replaces: new Set(['ChangePolicy', 'RemovePolicy']) },
  ChangeSchedule: {
    id: 'scheduleId',
    view: 'schedules',
    made: 'ScheduleBegan',
    replaces: new Set(['ChangeSchedule', 'WithdrawScheduleChange', 'RemoveSchedule']),
  },
  ChangeService: { id: 'serviceId', view: 'services', made: 'ServiceCreated', replaces: new Set(['ChangeService']) },
  AddNotificationRule: { id: 'contactMethodId', view: null, made: 'ContactMethodAdded', replaces: new Set() },
  ChangeNotificationRule: { id: 'ruleId', view: null, made: 'NotificationRuleAdded', replaces: editsOfRule },
  RemoveNotificationRule: { id: 'ruleId', view: null, made: 'NotificationRuleAdded', replaces: editsOfRule },
};

const idOf = (data: unknown, field: string): unknown => (data as Readonly<Record<string, unknown>>)[field];

/** The command that makes the change now, with the current version in place of the one that it was made for. */
export const changeAsOf = ({ type, data }: BacktestChange, { memory }: World): Message => {
  const { id, view } = changed[type];
  if (view === null) return { type, data };
  const row = memory.rows<{ readonly version: number }>(view).get(String(idOf(data, id)));
  // it takes effect at once, whenever it was meant to
  const { effectiveFrom: _planned, ...now } = data as { readonly effectiveFrom?: string };
  return { type, data: row ? { ...now, version: row.version } : now };
};

/** The stored form of a change: without free text, on which nothing depends. */
export const withoutText = (change: BacktestChange): BacktestChange =>
  change.type === 'ChangeService' ? { ...change, data: { ...change.data, description: '', runbook: null } } : change;

/** Whether this event created the thing to change. */
export const isMadeBy = (change: BacktestChange, { type, data }: Pick<Recorded, 'type' | 'data'>): boolean =>
  type === changed[change.type].made && idOf(data, changed[change.type].id) === idOf(change.data, changed[change.type].id);

/** Whether a recorded command is left out because of the change; asked in the order of the log, as what is left out decides about later ones. */
export type IsReplaced = (command: Message) => boolean;

/** `outcome`: of the command that made the change. */
export const replacedBy = (change: BacktestChange, outcome: Outcome): IsReplaced => {
  if (change.type === 'AddNotificationRule') return sameRule(change.data, outcome);
  const { id, replaces } = changed[change.type];
  return ({ type, data }) => replaces.has(type) && idOf(data, id) === idOf(change.data, id);
};

type AddedRule = Extract<BacktestChange, { readonly type: 'AddNotificationRule' }>['data'];

const isSameRule = (one: AddedRule, other: AddedRule): boolean =>
  one.contactMethodId === other.contactMethodId && one.urgency === other.urgency && one.delayMinutes === other.delayMinutes;

/** The same rule may have been there already, or have been added later: it stays as it was added. */
const sameRule = (added: AddedRule, outcome: Outcome): IsReplaced => {
  const ids = new Set<unknown>(outcome.kind === 'nothing' ? [outcome.says['ruleId']] : []);
  return ({ type, data }) => {
    if (editsOfRule.has(type)) return ids.has(idOf(data, 'ruleId'));
    if (type !== 'AddNotificationRule' || !isSameRule(data as AddedRule, added)) return false;
    ids.add(idOf(data, 'ruleId'));
    return true;
  };
};
