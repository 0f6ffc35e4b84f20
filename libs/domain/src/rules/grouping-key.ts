import { namesInTemplate, type Grouping } from '@tocsin/contracts/grouping.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';

type Values = Readonly<Record<string, string>>;

const valueOf = (values: Values, name: string): string => (Object.hasOwn(values, name) ? values[name]! : '');

/** What alerts of one group have in common. Two that lack a label are the same. */
const commonOf = ({ by }: Pick<Grouping, 'by'>, values: Values): readonly string[] => {
  if (by.kind === 'fields') return by.fields.toSorted().flatMap((field) => [field, valueOf(values, field)]);
  return [by.template, ...namesInTemplate(by.template).map((name) => valueOf(values, name))];
};

/** The key under which a service’s alerts with these values are grouped, or those of a rule linked. */
export const groupingKeyOf = (ownerId: string, grouping: Pick<Grouping, 'by'>, values: Values): string =>
  deriveNamedId('grouping', ownerId, ...commonOf(grouping, values));
