import type { AlertsRow } from '@tocsin/contracts/alert-groups/rows.js';

export type GroupAlert = AlertsRow['alerts'][number];

export interface NamedAlerts {
  readonly name: string;
  readonly alerts: readonly GroupAlert[];
  readonly firing: number;
  /** When the newest of them began. */
  readonly newest: string;
  /** Where they are: the values that tell most of them apart, at most two. */
  readonly examples: readonly string[];
}

const beganAt = ({ startsAt, firstSeenAt }: GroupAlert): string => startsAt ?? firstSeenAt;

/** Alerts by name, those that fire most first. `columns`: labels in which the alerts differ, the most telling first. */
export function byName(alerts: readonly GroupAlert[], columns: readonly string[]): readonly NamedAlerts[] {
  const named = new Map<string, GroupAlert[]>();
  for (const alert of alerts) {
    const some = named.get(alert.name);
    if (some) some.push(alert);
    else named.set(alert.name, [alert]);
  }
  return [...named]
    .map(([name, some]): NamedAlerts => {
      const telling = columns.find((column) => new Set(some.map(({ labels }) => labels[column])).size > 1) ?? columns[0];
      const values = telling === undefined ? [] : some.flatMap(({ labels }) => labels[telling] ?? []);
      return {
        name,
        alerts: some,
        firing: some.filter(({ state }) => state === 'firing').length,
        newest: some.map(beganAt).reduce((last, at) => (at > last ? at : last)),
        examples: [...new Set(values)].slice(0, 2),
      };
    })
    .toSorted((a, b) => b.firing - a.firing || b.alerts.length - a.alerts.length || a.name.localeCompare(b.name));
}

const textOf = ({ name, summary, labels }: GroupAlert): string =>
  [name, summary, ...Object.entries(labels).map(([label, value]) => `${label}=${value}`)].join('\n').toLowerCase();

/** The alerts that have every word in their name, summary or labels. */
export function searched(alerts: readonly GroupAlert[], q: string): readonly GroupAlert[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? alerts : alerts.filter((alert) => words.every((word) => textOf(alert).includes(word)));
}
