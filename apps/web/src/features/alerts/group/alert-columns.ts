const maxColumns = 4;
/** Shown by the alert itself. */
const ownColumns: ReadonlySet<string> = new Set(['alertname', 'severity']);

interface Labelled {
  readonly labels: Readonly<Record<string, string>>;
}

/** Labels in which the alerts differ, the most telling first: those that most alerts have, then those with most values. At most four. */
export function columnsOf(alerts: readonly Labelled[], common: Readonly<Record<string, string>>): readonly string[] {
  const counts = new Map<string, number>();
  const values = new Map<string, Set<string>>();
  for (const { labels } of alerts) {
    for (const [label, value] of Object.entries(labels)) {
      if (label in common || ownColumns.has(label)) continue;
      counts.set(label, (counts.get(label) ?? 0) + 1);
      values.set(label, (values.get(label) ?? new Set()).add(value));
    }
  }
  return [...counts]
    .toSorted(([a, n], [b, m]) => m - n || values.get(b)!.size - values.get(a)!.size || a.localeCompare(b))
    .slice(0, maxColumns)
    .map(([label]) => label);
}
