import { z } from 'zod';
import * as groupingLimits from './grouping-limits.js';

/** A name in a template: `{{cluster}}`. */
const nameInTemplate = /\{\{\s*([^{}]+?)\s*\}\}/g;

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

/** What alerts of recent signals would have become. */
export const groupsTried = { groups: z.number().int(), biggest: z.number().int() };

export const groupingTryOutRequest = z.strictObject({ grouping: grouping.nullable() });

/** `POST /api/services/:id/grouping/try`: what recent alerts would have become. */
export const groupingTryOut = z.object({ signals: z.number().int(), alerts: z.number().int(), ...groupsTried });
export type GroupingTryOut = z.infer<typeof groupingTryOut>;

/** The grouping that made a group what it is: of a service or a rule, in a version. */
export const groupedUnder = z.object({
  id: z.string(),
  version: z.number().int(),
  by: z.array(z.string()),
});
