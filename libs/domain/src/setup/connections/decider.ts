import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ConnectionRow, commands as connectionCommands } from '@tocsin/contracts/connections/noun.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { isSystem, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { requirePermission } from '../../rules/settings-checks.js';
import { smsPartsKey } from './sms-parts.view.js';
import { connectionFold, groupOf, type ConnectionsFact } from './views.js';

/** The server has stored the secret fields in the vault, or the command keeps the existing ones. */
export interface AddConnection {
  readonly type: 'AddConnection';
  readonly data: Omit<FactOf<'ConnectionAdded'>, 'connectionId'> & { readonly connectionId?: string | undefined };
}
export interface ChangeConnection {
  readonly type: 'ChangeConnection';
  readonly data: FactOf<'ConnectionChanged'> & { readonly keepsSecret: boolean; readonly kind?: ConnectionRow['kind'] };
}

/** The server has found the group in the chat. */
export interface ChooseUserGroup {
  readonly type: 'ChooseUserGroup';
  readonly data: FactOf<'UserGroupChosen'>;
}
/** What was set in the chat. */
export interface RecordUserGroup {
  readonly type: 'RecordUserGroup';
  readonly data: FactOf<'UserGroupSet'>;
}
/** A message was sent that may have passed a level. */
export interface NoteSmsParts {
  readonly type: 'NoteSmsParts';
  readonly data: Pick<FactOf<'SmsPartsExceeded'>, 'connectionId' | 'sentBy'>;
}

export type ConnectionCommand =
  | AddConnection
  | ChangeConnection
  | ChooseUserGroup
  | NoteSmsParts
  | RecordUserGroup
  | Extract<Messages<typeof connectionCommands>, { type: 'RemoveConnection' | 'ReleaseUserGroup' }>;
export type ConnectionsState = Table<ConnectionRow>;
type Decide<T extends ConnectionCommand['type']> = (
  data: DataOf<ConnectionCommand, T>,
  state: ConnectionsState,
  context: ConfigurationContext,
) => Decision<ConnectionsFact>;

/** Only one of each kind, so that nobody has to say by which one a message goes. */
const add: Decide<'AddConnection'> = (data, state, context) => {
  const connectionId = data.connectionId ?? context.newId('connection');
  const existing = state.get(connectionId);
  const { kind, name, fields, secretRef } = data;
  if (existing && hasSameSettings(existing, { kind, name, fields })) return new Nothing({ connectionId });
  if (existing || state.values().some((one) => one.kind === kind)) return refuse('connection.kind_taken', {}, 'kind');
  return [{ type: 'ConnectionAdded', data: { connectionId, kind, name, fields, secretRef } }];
};

const change: Decide<'ChangeConnection'> = ({ keepsSecret, kind, ...data }, state) => {
  const existing = state.get(data.connectionId);
  if (!existing || (kind ?? existing.kind) !== existing.kind) return refuse('connection.not_found');
  // it was changed meanwhile, and the secret to keep is gone
  if (keepsSecret && data.secretRef !== existing.secretRef) return refuse('connection.secret_missing');
  const { connectionId: _id, ...settings } = data;
  return hasSameSettings(existing, settings) ? new Nothing() : [{ type: 'ConnectionChanged', data }];
};

const remove: Decide<'RemoveConnection'> = ({ connectionId }, state) => {
  const existing = state.get(connectionId);
  return existing ? [{ type: 'ConnectionRemoved', data: { connectionId, name: existing.name } }] : refuse('connection.not_found');
};

const choose: Decide<'ChooseUserGroup'> = (data, state, { reads }) => {
  const existing = state.get(data.connectionId);
  if (existing?.kind !== 'slack') return refuse('connection.not_found');
  const { connectionId: _id, ...chosen } = data;
  if (data.scheduleIds.some((scheduleId) => reads.schedules.get(scheduleId)?.removed !== false))
    return refuse('schedule.not_found', {}, 'scheduleIds');
  const before = groupOf(existing, data.groupId);
  if (before && hasSameSettings(before, chosen)) return new Nothing();
  const limit = connectionLimits.userGroupsPerConnection;
  return before || (existing.userGroups ?? []).length < limit
    ? [{ type: 'UserGroupChosen', data }]
    : refuse('limit.user_groups', { limit });
};

const release: Decide<'ReleaseUserGroup'> = ({ connectionId, groupId }, state) => {
  const existing = state.get(connectionId);
  if (!existing) return refuse('connection.not_found');
  const group = groupOf(existing, groupId);
  return group ? [{ type: 'UserGroupReleased', data: { connectionId, groupId, handle: group.handle } }] : refuse('user_group.not_found');
};

/** Set again to the same people, it is nothing new. */
const record: Decide<'RecordUserGroup'> = (data, state) => {
  const group = [state.get(data.connectionId)].flatMap((row) => (row ? (groupOf(row, data.groupId) ?? []) : []))[0];
  const isNews = group !== undefined && JSON.stringify(group.set?.personIds) !== JSON.stringify(data.personIds);
  return isNews ? [{ type: 'UserGroupSet', data }] : new Nothing();
};

/** Which messages pass a level is counted in memory: each has its answer there, however often it is asked. */
const noteSmsParts: Decide<'NoteSmsParts'> = ({ connectionId, sentBy }, _state, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const row = context.reads.smsParts.get(smsPartsKey);
  const parts = row?.crossed[sentBy];
  return row && parts !== undefined ? [{ type: 'SmsPartsExceeded', data: { connectionId, day: row.day, parts, sentBy } }] : new Nothing();
};

const may = requirePermission('connections.configure', 'an owner or admin');
const ifPermitted =
  <T extends ConnectionCommand['type']>(decide: Decide<T>): Decide<T> =>
  (data, state, context) =>
    may({ context }) ?? decide(data, state, context);

const singleStream = () => '';

/** Accounts outside that messages are sent through: the stream `connections`. */
export const connectionsDecider: Decider<ConnectionsState, ConnectionCommand, ConnectionsFact, ConfigurationReads> = {
  category: 'connections',
  isSingle: true,
  initial: Table.empty(),
  streamId: {
    AddConnection: singleStream,
    ChangeConnection: singleStream,
    RemoveConnection: singleStream,
    ChooseUserGroup: singleStream,
    ReleaseUserGroup: singleStream,
    RecordUserGroup: singleStream,
    NoteSmsParts: singleStream,
  },
  decide: {
    AddConnection: ifPermitted(add),
    ChangeConnection: ifPermitted(change),
    RemoveConnection: ifPermitted(remove),
    ChooseUserGroup: ifPermitted(choose),
    ReleaseUserGroup: ifPermitted(release),
    RecordUserGroup: record,
    NoteSmsParts: noteSmsParts,
  },
  evolve: evolveOf<ConnectionsState, ConnectionRow, ConnectionsFact>(
    connectionFold,
    (state, id) => state.get(id),
    (state, id, row) => state.with(id, row),
  ),
};

const sameInput = sameFor<ConnectionCommand>();

export const inputs: InputsOf<ConnectionsFact, ConnectionCommand, 'SmsPartsExceeded'> = {
  ConnectionAdded: sameInput('AddConnection'),
  ConnectionChanged: (data) => ({ type: 'ChangeConnection', data: { ...data, keepsSecret: false } }),
  ConnectionRemoved: ({ connectionId }) => ({ type: 'RemoveConnection', data: { connectionId } }),
  UserGroupChosen: sameInput('ChooseUserGroup'),
  UserGroupReleased: ({ connectionId, groupId }) => ({ type: 'ReleaseUserGroup', data: { connectionId, groupId } }),
  UserGroupSet: sameInput('RecordUserGroup'),
};
