const maxColumns = 5;

/** Labels in which the alerts differ, the most telling first: those that most alerts have. At most five. */
export function columnsOf(
  alerts: readonly { labels: Readonly<Record<string, string>> }[],
  common: Readonly<Record<string, string>>,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { labels } of alerts) {
    for (const label of Object.keys(labels)) if (!(label in common)) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b))
    .slice(0, maxColumns)
    .map(([label]) => label);
}
