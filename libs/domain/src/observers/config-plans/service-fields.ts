import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import { weekdayNames } from '@tocsin/contracts/config-files/documents/shared.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { Fields } from './fields.js';
import { mappedFields, type MappingFields, type MappingRow } from '@tocsin/contracts/mappings/noun.js';
import type { FileReader } from './item-kind.js';

interface FileTimes {
  readonly weekdays: readonly (typeof weekdayNames)[number][];
  readonly times?: { readonly from: string; readonly to: string } | undefined;
}

interface RowTimes {
  readonly weekdays: number[];
  readonly times?: { from: string; to: string };
}

/** As commands have them: numbers from Monday, without an order. */
export const toTimes = (times: readonly FileTimes[]): RowTimes[] =>
  times.map(({ weekdays, times: between }) => ({
    weekdays: weekdays.map((day) => weekdayNames.indexOf(day) + 1).toSorted((a, b) => a - b),
    ...(between ? { times: { from: between.from, to: between.to } } : {}),
  }));

/** The same as they are compared: in one order. */
export const timesInOrder = (times: readonly { readonly weekdays: readonly number[]; readonly times?: object | undefined }[]) =>
  times
    .map(({ weekdays, times: between }) => ({ weekdays: weekdays.toSorted((a, b) => a - b), ...(between ? { times: between } : {}) }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const hoursField = (hours: ServiceRow['supportHours']) => hours && { timeZone: hours.timeZone, times: timesInOrder(hours.times) };

/** By name; null: none. */
const labelsField = (labels: ServiceRow['labels'] | null) => {
  const entries = Object.entries(labels ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? null : Object.fromEntries(entries);
};

export const fieldsOfService = (row: ServiceRow): Fields =>
  new Map<string, unknown>([
    ['name', row.name],
    ['policy', row.policyId],
    ['description', row.description],
    ['runbook', row.runbook],
    ['urgencyRule', row.urgencyRule],
    ['supportHours', hoursField(row.supportHours) ?? null],
    ['ackTimeoutMinutes', row.ackTimeoutMinutes],
    ['reopenWindowMinutes', row.reopenWindowMinutes],
    ['flapDetection', row.flapDetection ?? false],
    ['labels', labelsField(row.labels)],
    ['grouping', row.grouping ?? null],
    ['archived', row.state === 'archived'],
  ]);

const defaults = {
  description: '',
  runbook: null,
  urgencyRule: 'by_severity',
  supportHours: null,
  ackTimeoutMinutes: null,
  reopenWindowMinutes: null,
  flapDetection: false,
  labels: null,
  grouping: null,
} as const;

export const readService = (document: DocumentOf<'Service'>, { find }: FileReader): Fields => {
  const fields = new Map<string, unknown>([['name', document.name]]);
  if (document.policy !== undefined) fields.set('policy', find('Policy', document.policy, 'policy'));
  for (const [field, byDefault] of Object.entries(defaults)) {
    const value = document[field as keyof typeof defaults];
    if (value === undefined) continue;
    if (field === 'labels') fields.set(field, labelsField(document.labels));
    else if (field === 'supportHours' && value !== null) fields.set(field, hoursField(toHours(document.supportHours!)));
    else fields.set(field, value ?? byDefault);
  }
  return fields.set('archived', false);
};

const toHours = ({ timeZone, times }: NonNullable<DocumentOf<'Service'>['supportHours']>) => ({ timeZone, times: toTimes(times) });

/** In the order of the form; undefined: none. */
const mappingField = (fields: MappingFields | null | undefined) =>
  mappedFields.flatMap((field) => (fields?.[field] === undefined ? [] : [[field, fields[field]] as const]));

export const fieldsOfIntegration = ({ name, serviceId, kind }: IntegrationRow, mapping: MappingRow | undefined): Fields =>
  new Map<string, unknown>([
    ['name', name],
    ['service', serviceId],
    ['integrationKind', kind],
    ['mapping', mappingField(mapping?.fields)],
  ]);

export const readIntegration = ({ name, service, integrationKind, mapping }: DocumentOf<'Integration'>, { find }: FileReader): Fields =>
  new Map<string, unknown>([
    ['name', name],
    ['service', find('Service', service, 'service')],
    ['integrationKind', integrationKind],
    ...(mapping === undefined ? [] : ([['mapping', mappingField(mapping)]] as const)),
  ]);
