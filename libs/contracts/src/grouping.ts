import { z } from 'zod';
import * as groupingLimits from './grouping-limits.js';

/** A name in a template: `{{cluster}}`. */
const nameInTemplate = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** The names in a template, in order. */
export const namesInTemplate = (template: string): readonly string[] => [...template.matchAll(nameInTemplate)].map(([, name]) => name!);

const field = z.string().trim().min(1).max(groupingLimits.fieldCharacters);

/** What alerts of one group have in common: the values of fields, or of the names in a template. */
const groupedBy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fields'), fields: z.array(field).min(1).max(groupingLimits.fields) }),
  z.strictObject({
    kind: z.literal('template'),
    template: z
      .string()
      .trim()
      .max(groupingLimits.templateCharacters)
      .refine((text) => namesInTemplate(text).length > 0, 'Name at least one label, as in {{cluster}}.'),
  }),
]);

/**
 * An alert joins the newest open group of its service with the same values, if the last one joined less than this long ago, and the group was opened
 * less than a day ago.
 */
export const grouping = z.strictObject({
  by: groupedBy,
  windowMinutes: z.number().int().min(groupingLimits.windowMinutes.min).max(groupingLimits.windowMinutes.max),
});
export type Grouping = z.infer<typeof grouping>;

/** What it names: for people, and for facts. */
export const groupingNames = ({ by }: Pick<Grouping, 'by'>): readonly string[] =>
  by.kind === 'fields' ? by.fields : [...new Set(namesInTemplate(by.template))];

/** The grouping that made a group what it is: of a service or a rule, in a version. */
export const groupedUnder = z.object({
  id: z.string(),
  version: z.number().int(),
  by: z.array(z.string()),
});
export type GroupedUnder = z.infer<typeof groupedUnder>;
