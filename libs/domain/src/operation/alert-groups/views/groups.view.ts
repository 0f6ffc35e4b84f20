import { alertGroupEvents } from '@tocsin/contracts/alert-groups/events.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import { evolveOnce, factMetaOf } from '@tocsin/kernel/decide/decider.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { noAlerts } from '../alert-table.js';
import { evolveAlertGroup } from '../evolve/evolve.js';
import { openOf, policyOf } from '../shared/escalating-groups.js';
import { setOf } from '../shared/linked.js';
import { calledPeopleOf, pagedPeopleOf, queuedLinesOf } from '../shared/paging-indexes.js';
import { initialState, type AlertGroupState, type ExistingGroup, type Page } from '../state.js';
import { timersOfGroup } from '../timers.js';
import type { OpenGroup } from '../shared/reads.js';

/** The page ended, or a message was sent. One that has just started or failed is about to get an attempt. */
const isOver = (page: Page): boolean =>
  page.state !== 'running' ||
  Object.values(page.attempts).some(({ state }) => state === 'sent' || state === 'delivered' || state === 'rehearsed');

/** Pages with an attempt that was being sent when the group ended: the storm’s current leader reads its outcome. */
const pagesInHandover = (state: ExistingGroup): readonly Page[] => {
  const handedOverPages = state.links.handedOn?.pages ?? [];
  const handedOverAttempts = new Set(handedOverPages.flatMap(({ attempts }) => attempts.map(({ unlessSent }) => unlessSent?.attemptId)));
  return state.pages.filter(({ attempts }) =>
    Object.values(attempts).some(({ attemptId }) => attemptId !== null && handedOverAttempts.has(attemptId)),
  );
};

/** No timer is left: alerts and pages are dropped from memory, since they are not needed until the group is reopened. */
const dropSettled = (state: ExistingGroup): ExistingGroup =>
  state.status === 'resolved' && state.pages.every(isOver) && timersOfGroup(state, 0).length === 0
    ? { ...state, alerts: noAlerts, pages: pagesInHandover(state) }
    : state;

/** Facts after which the same decision may plan another attempt of a page that seems to be over. */
const mayContinueAfter: ReadonlySet<string> = new Set(['AttemptFailed', 'AttemptWentStale', 'AttemptCancelled']);

const change = {
  keys: (event: { data: unknown }) => [(event.data as { groupId: string }).groupId],
  row: (row: OpenGroup | undefined, event: RecordedFact): OpenGroup | null => {
    const state = evolveOnce<AlertGroupState>({ evolve: evolveAlertGroup }, row ?? initialState, event, factMetaOf(event));
    if (state.status === 'none') return null;
    return mayContinueAfter.has(event.type) ? state : dropSettled(state);
  },
};

/** The memory behind the timers: each group as its own decider folds it. */
export const groupsView: View<OpenGroup, RecordedFact> = {
  name: 'groups',
  hasHistory: false,
  // lookups: for people who leave or change their contact methods; for a policy applied to open groups; for messages
  // being sent, and waiting by contact method; for the groups of one storm
  indexes: {
    pagedId: pagedPeopleOf,
    calledId: calledPeopleOf,
    queuedBy: queuedLinesOf,
    climbedId: policyOf,
    openOfId: openOf,
    refusedOf: ({ origin }) => (origin.kind === 'refused' ? [origin.integrationId] : []),
    storm: (row) => [setOf(row)].filter((one) => one !== null),
  },
  on: Object.fromEntries(Object.keys(alertGroupEvents).map((type) => [type, change])),
  sweep: (row, logTime) => {
    if (row.status !== 'resolved') return row;
    const since = millisBetween(row.at, logTime);
    if (since > routingLimits.rememberResolved) return null;
    return since > duration.hour ? dropSettled(row) : row;
  },
};
