import type { ConnectionFact, ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

/** The stream of all connections. */
export const connectionsKey = 'connections';

export const connectionFold: RowFold<ConnectionRow, ConnectionFact> = {
  id: ({ connectionId }) => connectionId,
  steps: {
    ConnectionAdded: (_row, { connectionId: id, kind, name, fields, secretRef }) => ({ id, kind, name, fields, secretRef }),
    ConnectionChanged: changeExisting((row, { name, fields, secretRef }) => ({ ...row, name, fields, secretRef })),
    ConnectionRemoved: () => null,
    SmsPartsExceeded: changeExisting((row) => row),
  },
};

export const connectionsView = viewOf('connections', connectionFold);
