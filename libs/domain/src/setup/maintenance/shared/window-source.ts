import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import type { ConfigurationReads } from '../../../reads.js';
import { canMatch } from '../../../rules/known-labels.js';
import { fieldsOf, type MuteSource } from '../../../rules/mute-source.js';
import { rowsFor } from '../../../rules/team-rows.js';
import { occurrenceFrom } from '../occurrences.js';

/** A window without conditions covers all alerts, also those whose labels are not known. */
const doesCover = ({ matchers }: MaintenanceRow, labels: Parameters<typeof canMatch>[1]): boolean =>
  matchers.length === 0 || canMatch(matchers, labels);

const sourceOf =
  (behaviour: MaintenanceRow['behaviour']): MuteSource<Pick<ConfigurationReads, 'maintenanceWindows'>> =>
  ({ serviceId, teamId }, { maintenanceWindows }, now) => {
    const active = rowsFor(maintenanceWindows, teamId).flatMap((row) => {
      if (row.behaviour !== behaviour) return [];
      if (row.services.length > 0 && (serviceId === null || !row.services.includes(serviceId))) return [];
      const occurrence = occurrenceFrom(row, now);
      return occurrence && occurrence.from <= now ? [{ row, until: occurrence.until }] : [];
    });
    if (active.length === 0) return null;
    return {
      fields: active.flatMap(({ row }) => fieldsOf(row)),
      of: (labels) =>
        active.filter(({ row }) => doesCover(row, labels)).map(({ row: { id }, until }) => ({ kind: 'maintenance', id, until })),
    };
  };

/** Windows that mute. */
export const windowSource = sourceOf('suppress');
export const lowWindowSource = sourceOf('low_urgency');
