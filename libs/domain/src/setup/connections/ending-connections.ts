import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { ConnectionFact, EndingConnectionRow } from '@tocsin/contracts/connections/noun.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ConfigurationReads } from '../../reads.js';
import { isSystem, refusePermission } from '../../rules/permissions.js';
import { machineRank } from '../../rules/ranks.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';
import { connectionFold } from './views.js';

const fold: RowFold<EndingConnectionRow, ConnectionFact> = {
  ...connectionFold,
  steps: {
    ...connectionFold.steps,
    ConnectionRemoved: changeExisting((row, _data, { at, eventId }) => ({
      ...row,
      removed: { dueAt: addMillis(at, connectionLimits.answeredAfterRemoval), plannedBy: eventId },
    })),
    ConnectionAnswersEnded: () => null,
  },
};

/** Connections, and those that were removed while what was sent through them is still answered. */
export const endingConnectionsView = viewOf('endingConnections', fold, { hasHistory: false });

export const timersOfConnection = ({ id: connectionId, removed }: EndingConnectionRow): readonly Timer[] =>
  removed
    ? [{ name: 'answers', ...removed, rank: machineRank, command: { type: 'EndConnectionAnswers', data: { connectionId, ...removed } } }]
    : [];

/** A day after the removal of a connection. */
interface EndConnectionAnswers {
  readonly type: 'EndConnectionAnswers';
  readonly data: { readonly connectionId: string; readonly dueAt: string; readonly plannedBy: string };
}

type Ended = Extract<ConnectionFact, { type: 'ConnectionAnswersEnded' }>;

/** A stream for each removed connection: timers have one. What is due is known from memory. */
export const removedConnectionDecider: Decider<null, EndConnectionAnswers, Ended, ConfigurationReads> = {
  category: 'removedConnection',
  initial: null,
  streamId: { EndConnectionAnswers: ({ connectionId }) => connectionId },
  decide: {
    EndConnectionAnswers: ({ connectionId, dueAt, plannedBy }, _state, context) => {
      if (!isSystem(context)) return refusePermission('Tocsin itself');
      const row = context.reads.endingConnections.get(connectionId);
      const isDue = row?.removed?.plannedBy === plannedBy && dueAt <= context.now;
      return isDue ? [{ type: 'ConnectionAnswersEnded', data: { connectionId, name: row.name } }] : new Nothing();
    },
  },
  evolve: { ConnectionAnswersEnded: () => null },
};
