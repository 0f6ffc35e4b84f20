import { z } from 'zod';
import { id, instant } from '../ids.js';

/** A parameter of an address. A list is sent by repeating the parameter. */
export interface QueryParameter {
  readonly says: string;
  readonly schema: z.ZodType;
  readonly isRequired?: true;
}

const withSchema =
  (schema: z.ZodType) =>
  (says: string): QueryParameter => ({ says, schema });

export const textParameter = (says: string, max?: number): QueryParameter => ({
  says,
  schema: max === undefined ? z.string() : z.string().max(max),
});
export const idParameter = withSchema(id);
export const instantParameter = withSchema(instant);
export const dayOrInstantParameter = withSchema(z.union([z.iso.date(), instant]));
/** An ordinal, a day or an instant. */
export const momentParameter = withSchema(z.union([z.int().min(0), z.iso.date(), instant]));
/** The position of an accepted command on the log: the `token` of its answer. */
export const commandToken = z.string().regex(/^\d{16,24}(-\d{16,24})?$/, 'The token in the answer to a command.');
export const tokenParameter = withSchema(commandToken);
/** `1` or `0`. */
export const flagParameter = withSchema(z.enum(['1', '0']));
export const choiceParameter = (choices: readonly string[], says: string): QueryParameter => ({ says, schema: z.enum(choices) });
export const numberParameter = (says: string, min?: number, max?: number): QueryParameter => ({
  says,
  schema: z
    .int()
    .min(min ?? Number.MIN_SAFE_INTEGER)
    .max(max ?? Number.MAX_SAFE_INTEGER),
});

export const requireParameter = (parameter: QueryParameter): QueryParameter => ({ ...parameter, isRequired: true });
export const repeatParameter = ({ schema, ...parameter }: QueryParameter): QueryParameter => ({ ...parameter, schema: z.array(schema) });
