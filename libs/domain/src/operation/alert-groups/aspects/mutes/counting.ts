import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { Seeable } from '../../../../rules/seen-alert.js';
import { urgencyOf } from '../../alerts.js';
import type { GroupReads } from '../../shared/reads.js';
import { notLoweredOf, unmutedOf, type MutableGroup } from './judge-mutes.js';

interface Judging {
  readonly reads: GroupReads;
  readonly now: string;
}

type CountedAlert = Seeable & Pick<Alert, 'fingerprint' | 'severity' | 'urgency' | 'held'>;

/** The urgency of alerts that are there, by the rule of their service; in a window of low urgency it is low. */
export const urgencyAmong = (group: MutableGroup, alerts: readonly CountedAlert[], { reads, now }: Judging): Urgency => {
  const service = group.serviceId ? reads.services.get(group.serviceId) : undefined;
  const own = notLoweredOf(group, alerts, { reads, now });
  return own.length === 0 ? 'low' : urgencyOf(own, service, now);
};

/** The urgency of an opening: of what counts; while all is muted, the one that it would have. `isCounting`: something else counts. */
export const openingUrgencyAmong = (
  group: MutableGroup,
  alerts: readonly CountedAlert[],
  judging: Judging,
  isCounting = false,
): Urgency => {
  const unmuted = unmutedOf(group, alerts, judging);
  return urgencyAmong(group, unmuted.length > 0 || isCounting ? unmuted : alerts, judging);
};
