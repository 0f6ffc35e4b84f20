import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';

type Labels = Readonly<Record<string, string>>;

export const servicePrefix = 'service.';

/** Service labels under the names that conditions have for them. Rows are immutable, and asked for each alert. */
const prefixed = new WeakMap<Labels, Labels>();
/** An alert’s labels with those of its service. */
const merged = new WeakMap<Labels, { readonly of: Labels; readonly all: Labels }>();

export const prefixedLabels = (labels: Labels | undefined): Labels | undefined => {
  if (!labels) return undefined;
  const before = prefixed.get(labels);
  if (before) return before;
  const named = Object.fromEntries(Object.entries(labels).map(([name, value]) => [`${servicePrefix}${name}`, value]));
  prefixed.set(labels, named);
  return named;
};

/** Labels of an alert, and those of its service as `service.<name>`. */
export const withServiceLabels = (labels: Labels, service: Pick<ServiceRow, 'labels'> | undefined): Labels => {
  const of = service?.labels;
  if (!of) return labels;
  const before = merged.get(labels);
  if (before?.of === of) return before.all;
  const all = { ...prefixedLabels(of), ...labels };
  merged.set(labels, { of, all });
  return all;
};

interface OfService {
  readonly serviceId: string | null;
}

export const serviceOf = ({ serviceId }: OfService, { services }: { readonly services: Pick<Rows<ServiceRow>, 'get'> }) =>
  serviceId === null ? undefined : services.get(serviceId);
