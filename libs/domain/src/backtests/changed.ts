import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { World } from '@tocsin/kernel/replay/world.js';

interface Changed {
  /** Which field of a command names the thing. */
  readonly id: string;
  /** The rows that have its version; null: it has none. */
  readonly view: string | null;
  /** The event that made it. */
  readonly made: string;
  /** Recorded edits of it that the change takes the place of. */
  readonly replaces: ReadonlySet<string>;
}

/** A change holds from the beginning of the range: recorded edits of the same thing are not made, all others stay. */
const changed: Readonly<Record<BacktestChange['type'], Changed>> = {
  ChangePolicy: { id: 'policyId', view: 'policies', made: 'PolicyCreated', replaces: new Set(['ChangePolicy', 'RemovePolicy']) },
  ChangeSchedule: {
    id: 'scheduleId',
    view: 'schedules',
    made: 'ScheduleBegan',
    replaces: new Set(['ChangeSchedule', 'WithdrawScheduleChange', 'RemoveSchedule']),
  },
  ChangeService: { id: 'serviceId', view: 'services', made: 'ServiceCreated', replaces: new Set(['ChangeService']) },
  ChangeNotificationRule: {
    id: 'ruleId',
    view: null,
    made: 'NotificationRuleAdded',
    replaces: new Set(['ChangeNotificationRule', 'RemoveNotificationRule']),
  },
};

const idOf = (data: unknown, field: string): unknown => (data as Readonly<Record<string, unknown>>)[field];

/** The command that makes the change now. Edits are of the version that they were made on: here it is the one that stands. */
export const changeAsOf = ({ type, data }: BacktestChange, { memory }: World): Message => {
  const { id, view } = changed[type];
  if (view === null) return { type, data };
  const row = memory.rows<{ readonly version: number }>(view).get(String(idOf(data, id)));
  // it counts from then on, whenever it was to count
  const { effectiveFrom: _planned, ...now } = data as { readonly effectiveFrom?: string };
  return { type, data: row ? { ...now, version: row.version } : now };
};

/** What is kept of a change: no free text of anybody, on which nothing depends. */
export const withoutText = (change: BacktestChange): BacktestChange =>
  change.type === 'ChangeService' ? { ...change, data: { ...change.data, description: '', runbook: null } } : change;

/** Whether this event made what is changed. */
export const isMadeBy = (change: BacktestChange, { type, data }: Pick<Recorded, 'type' | 'data'>): boolean =>
  type === changed[change.type].made && idOf(data, changed[change.type].id) === idOf(change.data, changed[change.type].id);

export const isReplacedBy = (change: BacktestChange, { type, data }: Message): boolean => {
  const { id, replaces } = changed[change.type];
  return replaces.has(type) && idOf(data, id) === idOf(change.data, id);
};
