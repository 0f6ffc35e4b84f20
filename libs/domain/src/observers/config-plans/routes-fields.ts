import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { organisationRouter, type RouteRule, type RouteRulesRow, type TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { isSame, type Fields } from './fields.js';
import type { FileReader } from './item-kind.js';
import { readMatcher } from './policy-fields.js';

type Document = DocumentOf<'Routes'>;
type FileOutcome = Document['routes'][number]['then'];
type Outcome = TypedRouteRule['outcome'];

/** What is posted beside nothing else is recorded only. */
const isRecordOnly = (outcome: FileOutcome): boolean =>
  'recordOnly' in outcome || (outcome.postTo !== undefined && Object.values(outcome).filter((value) => value !== undefined).length === 1);

type Named = Readonly<Record<string, unknown>>;
const withoutAbsent = <T extends Named>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> };

const readOutcome = (outcome: FileOutcome, path: string, { find, webhook }: FileReader): Outcome | undefined => {
  const read = (name: string | undefined, key: string, by: (text: string, at: string) => string | undefined): string | undefined | null =>
    name === undefined ? undefined : (by(name, `${path}.${key}`) ?? null);
  const postTo = read(outcome.postTo, 'postTo', webhook);
  if (postTo === null) return undefined;
  if ('recordOnly' in outcome || isRecordOnly(outcome)) return { kind: 'record_only', ...withoutAbsent({ postTo }) };
  const { service, policy, urgency, holdMinutes, grouping, linking } = outcome;
  const serviceId = read(service, 'service', (text, at) => find('Service', text, at));
  const policyId = read(policy, 'policy', (text, at) => find('Policy', text, at));
  if (serviceId === null || policyId === null) return undefined;
  const settings = withoutAbsent({ postTo, policyId, urgency, holdMinutes, grouping, linking });
  return serviceId === undefined ? { kind: 'default', ...settings } : { kind: 'service', serviceId, ...settings };
};

const rowsOf = (when: Document['routes'][number]['when'], path: string, reader: FileReader): LabelMatcher[][] => {
  const rows = when.every((one) => typeof one === 'string') ? (when.length === 0 ? [] : [when]) : (when as readonly (readonly string[])[]);
  return rows.map((row, n) => row.flatMap((text, m) => readMatcher(text, `${path}[${n}][${m}]`, reader)));
};

/** The rules of a document, without ids. `default` is the last one, which every alert matches. */
export const rulesOf = ({ routes, default: last }: Document, reader: FileReader): readonly TypedRouteRule[] => {
  const rules = routes.flatMap(({ when, then, enabled }, n): readonly TypedRouteRule[] => {
    const outcome = readOutcome(then, `routes[${n}].then`, reader);
    return outcome === undefined ? [] : [{ rows: rowsOf(when, `routes[${n}].when`, reader), outcome, isOn: enabled }];
  });
  const outcome = last && readOutcome(last, 'default', reader);
  return outcome ? [...rules, { rows: [], outcome, isOn: true }] : rules;
};

const fieldsOfRules = (rules: readonly TypedRouteRule[]): Fields =>
  new Map<string, unknown>([
    ['routes', rules.length],
    ...rules.flatMap(({ rows, outcome, isOn }, n): [string, unknown][] => [
      [`routes[${n}].when`, rows],
      [`routes[${n}].then`, Object.fromEntries(Object.entries(outcome).toSorted(([a], [b]) => (a < b ? -1 : 1)))],
      [`routes[${n}].enabled`, isOn],
    ]),
  ]);

export const fieldsOfRoutes = ({ rules }: RouteRulesRow): Fields => fieldsOfRules(rules);
export const readRoutes = (document: Document, reader: FileReader): Fields => fieldsOfRules(rulesOf(document, reader));

/** A rule keeps the id of one with the same content: counts of what it decided go on. */
const withRuleIds = (rules: readonly TypedRouteRule[], before: readonly RouteRule[]): TypedRouteRule[] => {
  const free = [...before];
  return rules.map((rule) => {
    const at = free.findIndex(({ ruleId: _id, ...other }) => isSame(plain(other), plain(rule)));
    const [found] = at < 0 ? [] : free.splice(at, 1);
    return found === undefined ? rule : { ...rule, ruleId: found.ruleId };
  });
};

const plain = (rule: TypedRouteRule) => [...fieldsOfRules([rule])];

export const routesCommand = (
  document: Document,
  { routerId, teamId, row }: { readonly routerId: string; readonly teamId: string; readonly row: RouteRulesRow | undefined },
  reader: FileReader,
) => {
  const rules = withRuleIds(rulesOf(document, reader), row?.rules ?? []);
  const data = { version: row?.version ?? 0, rules };
  return routerId === organisationRouter
    ? { type: 'ChangeOrganisationRoutes' as const, data }
    : { type: 'ChangeRoutes' as const, data: { teamId, integrationId: routerId, ...data } };
};
