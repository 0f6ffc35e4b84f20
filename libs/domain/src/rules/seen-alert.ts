import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { withServiceLabels } from './service-labels.js';

type Labels = Readonly<Record<string, string>>;

/** What a name in a condition means where an alert has no such label: a field of its signal. */
export const fieldNames = ['name', 'summary', 'severity', 'integration', 'service'] as const;
export type FieldName = (typeof fieldNames)[number];

/** One list for each choice of fields: it is compared by identity. */
const lists = new Map<string, readonly FieldName[]>();
export const unionOf = (all: Iterable<readonly FieldName[]>): readonly FieldName[] => {
  const named = new Set([...all].flat());
  const list = fieldNames.filter((name) => named.has(name));
  const key = list.join(' ');
  const before = lists.get(key) ?? list;
  lists.set(key, before);
  return before;
};

const isField = (name: string): name is FieldName => (fieldNames as readonly string[]).includes(name);

/** The fields that some conditions name: of each row once, because rows are immutable. */
const known = new WeakMap<object, readonly FieldName[]>();
export const fieldsNamedBy = (row: object, names: () => Iterable<string>): readonly FieldName[] => {
  const before = known.get(row);
  if (before) return before;
  const fields = [...new Set(names())].filter(isField);
  known.set(row, fields);
  return fields;
};

/** An alert as far as conditions see it. `shortened`: its labels are not known. */
export type Seeable = Pick<Alert, 'labels' | 'name' | 'summary' | 'severityWord' | 'shortened'>;

export interface SeenWith {
  readonly service: Pick<ServiceRow, 'name' | 'labels'> | undefined;
  /** Its name; null: not known. */
  readonly integration: string | null;
}

/** What is known of values beside themselves. */
interface Origin {
  /** The alert’s own labels. */
  readonly own: Labels;
  /** With the labels of its service. */
  readonly labels: Labels;
  readonly isShortened: boolean;
  readonly isOfUnknownIntegration: boolean;
}
const origins = new WeakMap<Labels, Origin>();

const withOrigin = (values: Labels, origin: Origin): Labels => {
  if (values !== origin.own) origins.set(values, origin);
  return values;
};

/** What conditions see of an alert: its labels, those of its service as `service.<name>`, and below them these fields. */
export const seeAlert = (alert: Seeable, { service, integration }: SeenWith, fields: readonly FieldName[] = fieldNames): Labels => {
  const labels = withServiceLabels(alert.labels, service);
  const isShortened = alert.shortened === true;
  const origin = { own: alert.labels, labels, isShortened, isOfUnknownIntegration: integration === null };
  // most senders have labels of these names
  const lacking = fields.filter((name) => !Object.hasOwn(labels, name));
  if (lacking.length === 0) return withOrigin(labels, origin);
  const all: Readonly<Record<FieldName, string>> = {
    name: alert.name,
    summary: alert.summary,
    severity: alert.severityWord,
    integration: integration ?? '',
    service: service?.name ?? '',
  };
  return withOrigin({ ...Object.fromEntries(lacking.map((field) => [field, all[field]])), ...labels }, origin);
};

/** What conditions can tell apart: the same words may be known of one alert and left out of another. */
export const distinctionOf = (values: Labels): string => {
  const { own = values, isShortened, isOfUnknownIntegration } = origins.get(values) ?? {};
  return JSON.stringify([values, Object.keys(own).length, isShortened, isOfUnknownIntegration]);
};

/** The labels alone, of what `seeAlert` gave. */
export const labelsOf = (values: Labels): Labels => origins.get(values)?.labels ?? values;
export const ownLabelsOf = (values: Labels): Labels => origins.get(values)?.own ?? values;

/** Whether a name means a field of what `seeAlert` gave, for certain. */
export const isKnownField = (values: Labels, name: string): boolean => {
  const origin = origins.get(values);
  if (!origin || !isField(name) || origin.isShortened) return false;
  return !(name === 'integration' && origin.isOfUnknownIntegration) && !Object.hasOwn(origin.labels, name);
};

/** Whether a name means a field whose value is not known. */
export const isUnknownField = (values: Labels, name: string): boolean => {
  const origin = origins.get(values);
  return origin !== undefined && isField(name) && !Object.hasOwn(origin.labels, name) && !isKnownField(values, name);
};
