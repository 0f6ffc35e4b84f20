import { groupingNames, namesInTemplate, type Grouping } from '@tocsin/contracts/grouping.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';

type Values = Readonly<Record<string, string>>;

const valueOf = (values: Values, name: string): string => (Object.hasOwn(values, name) ? values[name]! : '');

/** What alerts of one group have in common. Two that lack a label are the same. */
const commonOf = ({ by }: Pick<Grouping, 'by'>, values: Values): readonly string[] => {
  if (by.kind === 'fields') return by.fields.toSorted().flatMap((field) => [field, valueOf(values, field)]);
  return [by.template, ...namesInTemplate(by.template).map((name) => valueOf(values, name))];
};

/** The key under which a service’s alerts with these values are grouped. */
export const groupingKeyOf = (serviceId: string, grouping: Pick<Grouping, 'by'>, values: Values): string =>
  deriveNamedId('grouping', serviceId, ...commonOf(grouping, values));

/**
 * The key under which a rule links groups of one team: whoever may act on the one that pages may act on the others. What lacks a value has nothing in
 * common with another service’s (null).
 */
export const linkingKeyOf = (ruleId: string, teamId: string | undefined, linking: Pick<Grouping, 'by'>, values: Values): string | null =>
  teamId !== undefined && groupingNames(linking).every((name) => valueOf(values, name).trim() !== '')
    ? deriveNamedId('linking', ruleId, teamId, ...commonOf(linking, values))
    : null;
