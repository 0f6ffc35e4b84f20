import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import type { StormsOfReport } from '@tocsin/contracts/reports/reports.js';
import type { WallClock } from '../../setup/schedules/shared/wall-clock.js';
import { byKey, dateOf, toIdOrNull } from './by-key.js';
import type { Opening } from './openings.js';

/** The largest storms of which the first alert group was opened in the range; one that is reopened is no new storm. */
export const stormsOf = (openings: readonly Opening[], clock: WallClock): StormsOfReport =>
  byKey(
    openings.filter(({ storm, opening }) => storm !== '' && opening === 1),
    ({ storm }) => storm,
  )
    .flatMap(([first, some]) => {
      const led = some.find(({ groupId }) => groupId === first);
      if (!led) return [];
      const { groupId, number, serviceId, ordinal, at } = led;
      const alerts = some.reduce((sum, one) => sum + one.alerts, 0);
      return { ordinal, storm: { day: dateOf(clock.date(at)), groupId, number, serviceId: toIdOrNull(serviceId), alerts } };
    })
    .toSorted((a, b) => b.storm.alerts - a.storm.alerts || a.ordinal - b.ordinal)
    .slice(0, reportLimits.reports.listed)
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map(({ storm }) => storm);
