import { limits } from '@tocsin/contracts/limits.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { doMatch } from '../../../rules/matchers.js';

type Values = Readonly<Record<string, string>>;
export type IndexedRule = Pick<RouteRule, 'rows' | 'isOn'>;

/** Places of rules, ascending: by a label and its value, those that need it; the rest may take any alert. */
interface RuleIndex {
  readonly byLabel: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  readonly others: readonly number[];
}

/** Fewer are compared one by one. */
const indexedFrom = 8;

const doesTake = ({ isOn, rows }: IndexedRule, values: Values): boolean =>
  isOn && (rows.length === 0 || rows.some((row) => doMatch(row, values)));

/** What each of its rows asks a label to be; null: one of them can match without such a label. */
const neededBy = ({ rows }: IndexedRule): readonly (readonly [label: string, value: string])[] | null => {
  const needed = rows.map((row) => row.find(({ operator, value }) => operator === '=' && value !== ''));
  return rows.length > 0 && needed.every((one) => one !== undefined) ? needed.map(({ label, value }) => [label, value]) : null;
};

const createIndex = (rules: readonly IndexedRule[]): RuleIndex => {
  const byLabel = new Map<string, Map<string, number[]>>();
  const others: number[] = [];
  for (const [place, rule] of rules.entries()) {
    if (!rule.isOn) continue;
    const needed = neededBy(rule);
    if (!needed) others.push(place);
    for (const [label, value] of needed ?? []) {
      const byValue = byLabel.get(label) ?? new Map<string, number[]>();
      byLabel.set(label, byValue.set(value, [...(byValue.get(value) ?? []), place]));
    }
  }
  return { byLabel, others };
};

/** By list of rules, which is never changed in place. */
const indexes = new WeakMap<readonly IndexedRule[], RuleIndex>();
const indexOf = (rules: readonly IndexedRule[]): RuleIndex => {
  const index = indexes.get(rules) ?? createIndex(rules);
  indexes.set(rules, index);
  return index;
};

/** The place of the first rule that takes these values, from 0; -1: none does. */
export const firstTaking = (rules: readonly IndexedRule[], values: Values): number => {
  if (rules.length < indexedFrom) return rules.findIndex((rule) => doesTake(rule, values));
  const { byLabel, others } = indexOf(rules);
  const firstOf = (places: readonly number[]): number => places.find((place) => doesTake(rules[place]!, values)) ?? rules.length;
  let first = firstOf(others);
  for (const [label, byValue] of byLabel) {
    if (!Object.hasOwn(values, label)) continue;
    // as matchers compare it
    const places = byValue.get(values[label]!.slice(0, limits.matcherCharacters));
    if (places) first = Math.min(first, firstOf(places));
  }
  return first === rules.length ? -1 : first;
};
