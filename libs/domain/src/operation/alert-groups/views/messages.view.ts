import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { MessageRow } from '@tocsin/contracts/alert-groups/messages.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { pageAttempts } from './page-attempts.js';

type OnPage = View<MessageRow, RecordedFact>['on'];

const keysOf = (event: RecordedFact): readonly string[] => [(event.data as { pageId: string }).pageId];

const messageOf = ({ data, meta }: RecordedOf<'PageStarted'>): MessageRow => {
  const { pageId, groupId, personId, urgency, cause, quiet } = data;
  return { id: pageId, groupId, personId, urgency, cause, quiet, state: 'pending', reason: null, startedAt: meta.at, attempts: [] };
};

const foldOf = (type: keyof typeof pageAttempts) => ({
  keys: keysOf,
  row: (row: MessageRow | undefined, event: RecordedFact) =>
    row && (pageAttempts[type] as (page: MessageRow, event: RecordedFact) => MessageRow)(row, event),
});

/** Every page and quiet message of all groups: what was sent to whom, and its outcome. */
export const messagesView: View<MessageRow, RecordedFact> = {
  name: 'messages',
  hasHistory: false,
  version: 2,
  columns: {
    personId: ({ personId }) => personId,
    groupId: ({ groupId }) => groupId,
    startedAt: ({ startedAt }) => startedAt,
  },
  on: {
    PageStarted: { keys: keysOf, row: (_row, event) => messageOf(event) },
    ...(Object.fromEntries((Object.keys(pageAttempts) as (keyof typeof pageAttempts)[]).map((type) => [type, foldOf(type)])) as OnPage),
  },
};
