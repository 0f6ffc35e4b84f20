import { duration } from '@tocsin/contracts/duration.js';
import { integrationTraits } from '@tocsin/contracts/integrations/kinds.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import * as serviceLimits from '@tocsin/contracts/services/limits.js';
import type { AlertChange } from '../changes.js';
import type { Destination, GroupedBy } from '../portion.js';
import type { Item, ReceivedSignal } from '../received-signal.js';
import type { Thread } from '../thread.js';
import type { Run } from './step.js';

/** What a sender leaves out of its list is in no group by fields. */
export const withoutCut = (item: Item, thread: Thread | undefined): Item => {
  if (item.cutList === undefined || !(item.grouped || (thread?.row?.grouping !== undefined && item.outcome !== 'opened'))) return item;
  const { cutList: _cut, ...rest } = item;
  return rest;
};

/**
 * In milliseconds; 0: a re-fire is always a new group. The service’s setting comes before the default of the
 * integration’s kind.
 */
const reopenWindow = ({ reads }: Run, { data }: ReceivedSignal, serviceId: string): number => {
  const minutes = reads.service(serviceId)?.reopenWindowMinutes ?? null;
  if (minutes !== null) return minutes * duration.minute;
  return integrationTraits[data.kind].reopens ? serviceLimits.reopenWindow : 0;
};

/** The same for a thread’s own group; 0 for one that is grouped by fields: by its key it may join another group, or the same again. */
export const ownReopenWindow = (run: Run, received: ReceivedSignal, { serviceId, grouped }: Destination, { row }: Thread): number =>
  serviceId === null || grouped || row?.grouping !== undefined ? 0 : reopenWindow(run, received, serviceId);

export type Grouped = Destination & { readonly serviceId: string; readonly grouped: GroupedBy };
export const noneYet = ({ key }: GroupedBy) => ({ key, open: 0, counted: 0 });

/** An alert that joins the group of its key, or reopens it; undefined: it opens one. */
export const joinByFields = (
  run: Run,
  received: ReceivedSignal,
  { serviceId, grouped }: Grouped,
  fired: Partial<RoutedSignal> & Pick<RoutedSignal, 'alerts'>,
  over: () => readonly AlertChange[],
): Item | undefined => {
  const { receivedAt } = received.data;
  const reopens = reopenWindow(run, received, serviceId);
  const place = run.groupings.placeFor(grouped, { receivedAt, alerts: fired.alerts.length, reopenWindow: reopens });
  if (place.kind === 'opens') return undefined;
  const { groupId, number } = place;
  const isSame = fired.previousGroupId === groupId;
  const alerts = isSame ? [...fired.alerts, ...over()] : fired.alerts;
  const outcome = place.kind === 'joins' ? 'joined' : 'reopened';
  return { ...fired, outcome, groupId, number, alerts, grouped: noneYet(grouped) };
};
