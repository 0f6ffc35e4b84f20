import type { ConnectionFact, ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

/** The stream of all connections. */
export const connectionsKey = 'connections';

type Group = NonNullable<ConnectionRow['userGroups']>[number];

export const groupOf = ({ userGroups = [] }: ConnectionRow, groupId: string): Group | undefined =>
  userGroups.find((one) => one.groupId === groupId);

const withoutGroup = (row: ConnectionRow, groupId: string): ConnectionRow => ({
  ...row,
  userGroups: (row.userGroups ?? []).filter((one) => one.groupId !== groupId),
});

/** In the order in which they were chosen first. */
const withGroup = (row: ConnectionRow, group: Group): ConnectionRow => ({
  ...row,
  userGroups: groupOf(row, group.groupId)
    ? row.userGroups!.map((one) => (one.groupId === group.groupId ? group : one))
    : [...(row.userGroups ?? []), group],
});

/** What the stream of all connections has; the end of a removed one has a stream of its own. */
export type ConnectionsFact = Exclude<ConnectionFact, { readonly type: 'ConnectionAnswersEnded' }>;

export const connectionFold: RowFold<ConnectionRow, ConnectionsFact> = {
  id: ({ connectionId }) => connectionId,
  steps: {
    ConnectionAdded: (_row, { connectionId: id, kind, name, fields, secretRef }) => ({ id, kind, name, fields, secretRef }),
    ConnectionChanged: changeExisting((row, { name, fields, secretRef }) => ({ ...row, name, fields, secretRef })),
    ConnectionRemoved: () => null,
    UserGroupChosen: changeExisting((row, { connectionId: _id, ...chosen }) => withGroup(row, chosen)),
    UserGroupReleased: changeExisting((row, { groupId }) => withoutGroup(row, groupId)),
    UserGroupSet: changeExisting((row, { groupId, personIds }, { at }) => {
      const group = groupOf(row, groupId);
      return group ? withGroup(row, { ...group, set: { at, personIds } }) : row;
    }),
    SmsPartsExceeded: changeExisting((row) => row),
  },
};

export const connectionsView = viewOf('connections', connectionFold);
