import type { StoredAlertGroupRow as Row } from './list-row.js';

/** The row with these muted alerts, as far as they fire. */
const withMuted = ({ mutedKeys: _keys, muted: _muted, ...row }: Row, all: readonly string[]): Row => {
  const firing = new Set(all.length === 0 ? [] : row.firingKeys);
  const mutedKeys = all.filter((key) => firing.has(key));
  return mutedKeys.length === 0 ? row : { ...row, mutedKeys, muted: mutedKeys.length };
};

export const muteAll = (row: Row): Row => withMuted(row, row.firingKeys);

export const muteAlerts = (row: Row, { fingerprints }: { readonly fingerprints: readonly string[] }): Row =>
  withMuted(row, [...new Set([...(row.mutedKeys ?? []), ...fingerprints])]);

/** They count, or fire anew and are judged anew. */
export const unmuteAlerts = (row: Row, fingerprints: readonly string[]): Row => {
  if (!row.mutedKeys) return row;
  const gone = new Set(fingerprints);
  return withMuted(
    row,
    row.mutedKeys.filter((key) => !gone.has(key)),
  );
};

/** Without what fires no more. */
export const keepMuted = (row: Row): Row => (row.mutedKeys ? withMuted(row, row.mutedKeys) : row);

/** The silences that a suppressed group names, in one text, to count groups by; null: none. */
export const silencesOf = ({ suppressed }: Row): string | null =>
  (suppressed?.mutes ?? [])
    .flatMap(({ kind, id }) => (kind === 'silence' ? [id] : []))
    .toSorted()
    .join(' ') || null;
