import { threadsWith } from '../routing/shared/storm-key.js';
import { keysOfAlerts } from './alert-table.js';
import { doesFlapByChange } from './aspects/flaps/note-flapping.js';
import type { InternalCommand } from './commands.js';
import type { Draft } from './draft.js';
import { endStorm } from './ending.js';
import { markHeard } from './stale.js';

type ThreadsData = Extract<InternalCommand, { type: 'ApplyToThreads' }>['data'];

/** Senders ended the alerts of these threads; those of others still fire. */
const resolveThreads = (draft: Draft, { under: threads, signal }: ThreadsData): void => {
  const { groupId, alerts, title } = draft.group;
  const firingKeys = keysOfAlerts(alerts, ({ firing }) => firing);
  const under = [...threadsWith(threads, firingKeys)];
  if (under.length > 0) draft.add({ type: 'AlertsResolved', data: { groupId, signal, fingerprints: [], title, under } });
};

/** What senders report about their own threads of a storm that contains other threads too. */
export const applyToThreads = (draft: Draft, data: ThreadsData): void => {
  const { outcome, signal, under } = data;
  if (outcome !== 'confirmed') markHeard(draft);
  if (outcome === 'acknowledged')
    return draft.add({ type: 'AlertsTakenInHand', data: { groupId: draft.group.groupId, signal, under: [...under] } });
  const doesFlap = doesFlapByChange(draft);
  resolveThreads(draft, data);
  if (outcome === 'over') endStorm(draft, signal, doesFlap);
};
