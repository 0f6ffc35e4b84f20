import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { doMatch } from '../../../rules/matchers.js';

/** Names of things that conditions may ask about besides labels. */
export interface RoutedNames {
  readonly integration: string;
  readonly service: string;
}

/** What a name in a condition means: the alert’s label, and where it has none, a field of the alert. */
export const valuesOf = (
  { labels, name, summary, severityWord }: Pick<SignalAlert, 'labels' | 'name' | 'summary' | 'severityWord'>,
  { integration, service }: RoutedNames,
): Readonly<Record<string, string>> => ({ name, summary, severity: severityWord, integration, service, ...labels });

const doesTake = ({ isOn, rows }: Pick<RouteRule, 'isOn' | 'rows'>, values: Readonly<Record<string, string>>): boolean =>
  isOn && (rows.length === 0 || rows.some((row) => doMatch(row, values)));

/** The place of the rule that decides about these values, from 0; -1: none does. */
export const placeOfRule = (
  { rules }: { readonly rules: readonly Pick<RouteRule, 'isOn' | 'rows'>[] },
  values: Readonly<Record<string, string>>,
): number => rules.findIndex((rule) => doesTake(rule, values));
