import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { AppliedLookup, LookupTable } from '@tocsin/contracts/lookups/noun.js';
import type { Link, SignalAlert } from '@tocsin/contracts/routing/signals.js';

/** What is read of a table. */
export type Lookup = Pick<LookupTable, 'columns' | 'id' | 'matchOn' | 'overrides' | 'rows' | 'version'>;

/** Columns of these names hold addresses. */
const linkKinds: ReadonlyMap<string, Link['kind']> = new Map([
  ['runbook', 'runbook'],
  ['dashboard', 'dashboard'],
  ['link', 'other'],
]);
const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && text.length <= integrationLimits.linkCharacters;

/** An alert with all the labels that there can be may lack some, so that no silence matches it any more: one is left free. */
const mostLabels = integrationLimits.labelsPerAlert - 1;

/** Rows by their keys; made once for each version of a table. */
const indexes = new WeakMap<Lookup['rows'], ReadonlyMap<string, readonly string[]>>();
const indexOf = ({ rows }: Lookup): ReadonlyMap<string, readonly string[]> => {
  const index = indexes.get(rows) ?? new Map(rows.map((cells) => [cells[0]!, cells]));
  indexes.set(rows, index);
  return index;
};

/** As in routes: a name means the alert’s label, and where it has none, a field of the alert. */
const valueOf = ({ labels, name, summary, severityWord }: SignalAlert, matchOn: string): string | undefined => {
  if (Object.hasOwn(labels, matchOn)) return labels[matchOn];
  const fields: Readonly<Record<string, string>> = { name, summary, severity: severityWord };
  return Object.hasOwn(fields, matchOn) ? fields[matchOn] : undefined;
};

interface Added {
  readonly alert: SignalAlert;
  readonly labels: readonly string[];
  readonly links: number;
}

const addRow = (alert: SignalAlert, { columns, overrides }: Lookup, cells: readonly string[]): Added => {
  const labels = { ...alert.labels };
  const links = [...alert.links];
  const added: string[] = [];
  for (const [n, column] of columns.entries()) {
    const value = cells[n] ?? '';
    const kind = linkKinds.get(column.toLowerCase());
    if (n === 0 || value === '' || column === '__proto__') continue;
    if (kind && isAddress(value)) {
      if (links.length < integrationLimits.linksPerAlert && !links.some(({ href }) => href === value))
        links.push({ kind, href: value, text: column });
      continue;
    }
    const isFree = !Object.hasOwn(labels, column);
    if (isFree ? Object.keys(labels).length >= mostLabels : !overrides || labels[column] === value) continue;
    labels[column] = value;
    added.push(column);
  }
  return { alert: { ...alert, labels, links }, labels: added, links: links.length - alert.links.length };
};

/** Alerts with what the tables add, one table after the other: a later one may look up what an earlier one added. */
export const enrich = (
  alerts: readonly SignalAlert[],
  tables: readonly Lookup[],
): { readonly alerts: SignalAlert[]; readonly applied: AppliedLookup[] } => {
  let now = [...alerts];
  const applied: AppliedLookup[] = [];
  for (const table of tables) {
    const index = indexOf(table);
    const labels = new Set<string>();
    let [found, links] = [0, 0];
    now = now.map((alert) => {
      const cells = index.get(valueOf(alert, table.matchOn) ?? '');
      if (!cells) return alert;
      const one = addRow(alert, table, cells);
      for (const label of one.labels) labels.add(label);
      links += one.links;
      found += 1;
      return one.alert;
    });
    if (labels.size > 0 || links > 0)
      applied.push({ lookupId: table.id, version: table.version, alerts: found, labels: [...labels], links });
  }
  return { alerts: now, applied };
};

/** The tables for alerts of a team’s integration, in the order of their names: the team’s own first. */
export const tablesFor = (teamId: string, tables: Iterable<LookupTable>): readonly LookupTable[] =>
  [...tables]
    .filter((one) => one.teamId === null || one.teamId === teamId)
    .toSorted((a, b) => Number(a.teamId === null) - Number(b.teamId === null) || (a.name < b.name ? -1 : 1));
