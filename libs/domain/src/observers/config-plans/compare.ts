import type { ConfigItemRow } from '@tocsin/contracts/config-files/noun.js';
import type { FieldChange } from '@tocsin/contracts/config-files/plan.js';
import { hashOfValue, isSame, readable, type Fields } from './fields.js';

export interface Comparison {
  readonly changes: readonly FieldChange[];
  readonly isDrift: boolean;
}

export const isAnchor = (path: string): boolean => path.endsWith('].anchor');

/** The handoffs of a layer go on as they are until the file’s own value changes. */
const isAnchorKept = (path: string, value: unknown, last: string | undefined): boolean =>
  isAnchor(path) && last !== undefined && last === hashOfValue(value);

/** Compares three values of each field: the file’s now, the file’s at the last apply, and the server’s. */
export const compareFields = (
  file: Fields,
  server: Fields,
  item: ConfigItemRow | undefined,
  labelOf: (id: string) => string,
): Comparison => {
  const owned = item?.owner?.fields;
  const changes = [...file].flatMap(([path, value]): readonly FieldChange[] => {
    const now = server.get(path);
    const last = owned?.[path];
    if (isSame(value, now) || isAnchorKept(path, value, last)) return [];
    const isFileChanged = last !== hashOfValue(value);
    const isServerChanged = last !== undefined && last !== hashOfValue(now);
    const overwrites = isServerChanged && item?.edited ? { by: labelOf(item.edited.by), at: item.edited.at } : null;
    const drift = last !== undefined && !isFileChanged;
    return [{ path, from: readable(now, labelOf), to: readable(value, labelOf), drift, overwrites }];
  });
  return { changes, isDrift: changes.some(({ drift }) => drift) };
};
