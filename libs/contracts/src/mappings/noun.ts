import { z } from 'zod';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant } from '../ids.js';
import { command, event, type Messages } from '../message.js';
import * as mappingLimits from './limits.js';

export { refusals } from './refusals.js';

/** The fields of a generic signal that an expression can give, in the order of the form. */
export const mappedFields = [
  'summary',
  'key',
  'action',
  'severity',
  'source',
  'name',
  'labels',
  'links',
  'details',
  'startsAt',
  'test',
] as const;
export type MappedField = (typeof mappedFields)[number];

const expressions = z.partialRecord(z.enum(mappedFields), z.string());
export type MappingFields = z.infer<typeof expressions>;

const about = { teamId: id, integrationId: id };

/** Facts of a stream `mapping-<integration>`. */
export const events = {
  MappingChanged: event(
    1,
    ['teams', 'Mapping changed'],
    'The mapping of an integration was changed: what it sends from now on is read by these expressions.',
    z.object({ ...about, version: z.number().int(), fields: expressions }),
  ),
};
export type MappingFact = Messages<typeof events>;

export const typedExpressions = z.partialRecord(z.enum(mappedFields), z.string().trim().min(1).max(mappingLimits.expressionCharacters));

export const commands = {
  ChangeMapping: command(
    'Change the mapping of a generic integration',
    'service.configure',
    z.strictObject({
      ...about,
      /** The version that was edited; 0: it had none yet. */
      version: z.number().int(),
      /** Without any: requests are read as generic JSON. A field without an expression is read as it was sent. */
      fields: typedExpressions,
    }),
  ),
};

export const examples: Examples<typeof commands> = {
  ChangeMapping: {
    body: { teamId: ids.team, integrationId: ids.integration, version: 0, fields: { summary: 'title', key: '$string(id)' } },
  },
};

/** The mapping of an integration, by its id. */
export const mappingRow = z.object({
  id,
  teamId: id,
  version: z.number().int(),
  fields: expressions,
  changedAt: instant,
  by: id,
});
export type MappingRow = z.infer<typeof mappingRow>;

/** Response rows by view name. */
export const views = { mappings: mappingRow };

/** Why a mapping gave no signal. `code`: of JSONata, such as `T2001`. */
export const mappingFailure = z.object({
  reason: z.enum(['expression', 'no_summary', 'too_slow', 'too_large', 'not_read', 'paused', 'busy']),
  field: z.enum(mappedFields).nullable(),
  code: z.string().max(20).nullable(),
});
export type MappingFailure = z.infer<typeof mappingFailure>;

/** The mapping that read a signal; `failed`: it could not, and the request was taken as it came. */
export const appliedMapping = z.object({ version: z.number().int(), failed: mappingFailure.optional() });
export type AppliedMapping = z.infer<typeof appliedMapping>;
