import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { limits } from '@tocsin/contracts/limits.js';

type Values = Readonly<Record<string, string>>;
/** Conditions: each row’s hold together, and one row is enough. */
type ConditionRows = readonly (readonly LabelMatcher[])[];

/** Places in a list, ascending: by a label and its value, of those that need it; the rest may match any alert. */
interface MatcherIndex {
  readonly byLabel: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  readonly others: readonly number[];
}

/** What each row asks a label to be; null: one of them can match without such a label. */
const neededBy = (rows: ConditionRows): readonly (readonly [label: string, value: string])[] | null => {
  const needed = rows.map((row) => row.find(({ operator, value }) => operator === '=' && value !== ''));
  return rows.length > 0 && needed.every((one) => one !== undefined) ? needed.map(({ label, value }) => [label, value]) : null;
};

const createIndex = (all: readonly ConditionRows[]): MatcherIndex => {
  const byLabel = new Map<string, Map<string, number[]>>();
  const others: number[] = [];
  for (const [place, rows] of all.entries()) {
    const needed = neededBy(rows);
    if (!needed) others.push(place);
    for (const [label, value] of needed ?? []) {
      const byValue = byLabel.get(label) ?? new Map<string, number[]>();
      byLabel.set(label, byValue);
      const places = byValue.get(value);
      if (places) places.push(place);
      else byValue.set(value, [place]);
    }
  }
  return { byLabel, others };
};

/**
 * Of a list that is never changed in place, those that may match, by lists of ascending places: hundreds of conditions cost an alert what its
 * own labels find.
 */
export const indexedBy = <Item>(
  rowsOf: (item: Item) => ConditionRows,
): ((list: readonly Item[], values: Values) => (readonly number[])[]) => {
  const indexes = new WeakMap<readonly Item[], MatcherIndex>();
  return (list, values) => {
    const index = indexes.get(list) ?? createIndex(list.map(rowsOf));
    indexes.set(list, index);
    const found = [index.others];
    for (const [label, byValue] of index.byLabel) {
      // as matchers compare it
      const places = Object.hasOwn(values, label) ? byValue.get(values[label]!.slice(0, limits.matcherCharacters)) : undefined;
      if (places) found.push(places);
    }
    return found;
  };
};
