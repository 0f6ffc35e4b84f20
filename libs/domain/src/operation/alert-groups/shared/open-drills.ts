import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { AlertGroupCore, ExistingGroup, Page } from '../state.js';
import type { OpenDrillReads, OpenDrillRow } from './open-drill-reads.js';
import { isRehearsal } from './rehearsal.js';
import type { GroupReads } from './reads.js';

interface Asking {
  readonly now: string;
  readonly reads: GroupReads;
}

export const isDrill = ({ origin }: Pick<AlertGroupCore, 'origin'>): boolean => origin.kind === 'drill';

/** Whether the group belongs to a drill that has ended. */
export const isDrillOver = ({ origin }: Pick<AlertGroupCore, 'origin'>, { openDrills }: OpenDrillReads): boolean =>
  origin.kind === 'drill' && openDrills.get(origin.drillId)?.state !== 'running';

const mayPage = ({ state, from, to, consenting }: OpenDrillRow, personId: string, now: string): boolean =>
  state === 'running' && from <= now && now < to && consenting.includes(personId);

const isReal = (group: ExistingGroup, reads: GroupReads): boolean => !group.test && !isRehearsal(group, reads);

/** Paged with high urgency, or has such an alert group in hand. */
export const isPagedForReal = (personId: string, { reads }: Asking): boolean => {
  const isHigh = (page: Page): boolean => page.personId === personId && page.state === 'running' && page.urgency === 'high' && !page.quiet;
  for (const group of reads.groups.eachWhere('pagedId', personId))
    if (group.status !== 'resolved' && isReal(group, reads) && group.pages.some(isHigh)) return true;
  return reads.held.where('holderId', personId).some(({ groupId }) => {
    const group = reads.groups.get(groupId);
    return group?.urgency === 'high' && isReal(group, reads);
  });
};

/** Why a drill’s message to this person is not sent now; null: it is, or the group is of no drill. */
export const whyNotDrilled = ({ origin }: Pick<AlertGroupCore, 'origin'>, personId: string, asking: Asking): DeliveryReason | null => {
  if (origin.kind !== 'drill') return null;
  const drill = asking.reads.openDrills.get(origin.drillId);
  if (isPagedForReal(personId, asking)) return 'delivery.drill_real_page';
  return drill && mayPage(drill, personId, asking.now) ? null : 'delivery.drill_no_consent';
};

/** The drill that would page this person, and no longer does because of a real page of high urgency. */
export const drillInterruptedBy = (group: ExistingGroup, personId: string, { now, reads }: Asking): string | undefined =>
  isReal(group, reads) ? [...reads.openDrills.all()].find((drill) => mayPage(drill, personId, now))?.id : undefined;
