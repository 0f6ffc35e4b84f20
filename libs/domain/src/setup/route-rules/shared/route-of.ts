import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { Grouping } from '@tocsin/contracts/grouping.js';
import type { RouteRule, TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { indexedBy } from '../../../rules/matcher-index.js';
import { doMatch } from '../../../rules/matchers.js';
import { prefixedLabels } from '../../../rules/service-labels.js';

/** Names of things that conditions may ask about besides labels. */
export interface RoutedNames {
  readonly integration: string;
  readonly service: string;
  /** Of the service. */
  readonly labels?: ServiceRow['labels'];
}

/** What conditions ask about of an alert. */
export type RoutableAlert = Pick<SignalAlert, 'labels' | 'name' | 'summary' | 'severityWord'>;

/** What a name in a condition means: the alert’s label, and where it has none, a field of the alert. */
export const valuesOf = (
  { labels, name, summary, severityWord }: RoutableAlert,
  { integration, service, labels: ofService }: RoutedNames,
): Readonly<Record<string, string>> => ({
  name,
  summary,
  severity: severityWord,
  integration,
  service,
  ...prefixedLabels(ofService),
  ...labels,
});

type Conditions = Pick<RouteRule, 'rows' | 'isOn'>;
type Values = Readonly<Record<string, string>>;

const doesTake = ({ isOn, rows }: Conditions, values: Values): boolean =>
  isOn && (rows.length === 0 || rows.some((row) => doMatch(row, values)));
const placesIn = indexedBy<Conditions>(({ rows }) => rows);

/** The place of the rule that decides about these values, from 0; -1: none does. */
export const placeOfRule = ({ rules }: { readonly rules: readonly Conditions[] }, values: Values): number => {
  const firsts = placesIn(rules, values).map((places) => places.find((place) => doesTake(rules[place]!, values)) ?? rules.length);
  const first = Math.min(...firsts);
  return first === rules.length ? -1 : first;
};

type Rules = readonly (Conditions & Pick<TypedRouteRule, 'ruleId' | 'outcome'>)[];

/** What rules set besides the service. */
export interface RouteSettings {
  readonly policyId?: string;
  readonly urgency?: Urgency;
  /** Which rule holds the alert, and for how many minutes. */
  readonly hold?: { readonly ruleId: string; readonly minutes: number };
  /** Which rule groups the alert, and how. */
  readonly grouping?: { readonly ruleId: string; readonly as: Grouping };
  /** Which rule links what it opens with other alert groups, and by what. */
  readonly linking?: { readonly ruleId: string; readonly as: Grouping };
  /** Which rule posts it, and to which event subscription. */
  readonly post?: { readonly ruleId: string; readonly to: string };
}

/** The lists of rules that are asked, in this order. */
export interface Routers {
  readonly organisation: Rules;
  readonly integration: Rules;
}

/** Where an alert goes. */
export interface Route {
  /** Null: it is recorded only. */
  readonly serviceId: string | null;
  readonly settings: RouteSettings;
  /** The places of the rules that matched, from 0; -1: none did, or this list was not asked. */
  readonly places: Readonly<Record<keyof Routers, number>>;
}

const postOf = (rule: Rules[number] | undefined): Pick<RouteSettings, 'post'> =>
  rule?.outcome.postTo === undefined ? {} : { post: { ruleId: rule.ruleId ?? '', to: rule.outcome.postTo } };

const settingsOf = (rule: Rules[number] | undefined): RouteSettings => {
  if (!rule || rule.outcome.kind === 'record_only') return {};
  const { policyId, urgency, holdMinutes: minutes, grouping, linking } = rule.outcome;
  return {
    ...postOf(rule),
    ...(policyId ? { policyId } : {}),
    ...(urgency ? { urgency } : {}),
    ...(minutes ? { hold: { ruleId: rule.ruleId ?? '', minutes } } : {}),
    ...(grouping ? { grouping: { ruleId: rule.ruleId ?? '', as: grouping } } : {}),
    ...(linking ? { linking: { ruleId: rule.ruleId ?? '', as: linking } } : {}),
  };
};

/**
 * What the organisation’s first matching rule sets stands. Unless that is a service, or to record only, the integration’s sets what is still open, and
 * its service the rest.
 */
export const routeOf = (routers: Routers, values: Readonly<Record<string, string>>, ownService: string): Route => {
  const organisation = placeOfRule({ rules: routers.organisation }, values);
  const first = routers.organisation[organisation];
  const isDecided = first !== undefined && first.outcome.kind !== 'default';
  const integration = isDecided ? -1 : placeOfRule({ rules: routers.integration }, values);
  const second = routers.integration[integration];
  const outcome = (isDecided ? first : second)?.outcome ?? { kind: 'default' };
  const places = { organisation, integration };
  if (outcome.kind === 'record_only') return { serviceId: null, settings: { ...postOf(second), ...postOf(first) }, places };
  const serviceId = outcome.kind === 'service' ? outcome.serviceId : ownService;
  return { serviceId, settings: { ...settingsOf(second), ...settingsOf(first) }, places };
};
