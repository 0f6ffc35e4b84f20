import { Chance } from '@tocsin/kernel/chance.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asJson } from '@tocsin/kernel/replay/stored-form.js';
import { domain } from '../../registry.js';
import { createImportedEvents } from './events.js';
import { parseAlerts } from './parse.js';
import { usualMap } from './row.js';

const minute = 60_000;
const startedAt = toMillis('2025-01-06T08:00:00.000Z');

/** One incident of another system. Instants; null: never. */
export interface LoggedIncident {
  readonly openedAt: string;
  readonly acknowledgedAt: string | null;
  readonly resolvedAt: string | null;
  readonly service: string;
  readonly person: string;
  readonly severity: string;
}

/** The log of another system: nights with nothing, hours with much, incidents that overlap, and some that nobody took or closed. */
export const createIncidentLog = (count: number, seed = 7): readonly LoggedIncident[] => {
  const chance = new Chance(seed);
  const below = (most: number): number => chance.drawBetween(0, most - 1);
  let opened = startedAt;
  return Array.from({ length: count }, () => {
    opened += (below(6) === 0 ? 1_000 : 30) * (1 + below(20)) * (minute / 10);
    const acknowledged = below(4) === 0 ? null : opened + (1 + below(20)) * minute;
    const resolved = below(60) === 0 ? null : (acknowledged ?? opened) + (1 + below(acknowledged === null ? 12 : 60)) * minute;
    return {
      openedAt: toInstant(opened),
      acknowledgedAt: acknowledged === null ? null : toInstant(acknowledged),
      resolvedAt: resolved === null ? null : toInstant(resolved),
      service: `Service ${below(12)}`,
      person: `Person ${below(9)}`,
      severity: chance.pick(['critical', 'high', 'medium', 'low']),
    };
  });
};

const columns = ['openedAt', 'acknowledgedAt', 'resolvedAt', 'service', 'person', 'severity'] as const;

export const toImportedLog = (incidents: readonly LoggedIncident[]): readonly Recorded[] => {
  const rows = incidents.map((incident, n) => [`Incident ${n}`, ...columns.map((column) => incident[column] ?? '')].join(','));
  const { alerts } = parseAlerts([`title,${columns.join(',')}`, ...rows].join('\n'), 'csv', usualMap);
  return [...createImportedEvents(alerts, { domain, written: asJson, format: 3 })];
};
