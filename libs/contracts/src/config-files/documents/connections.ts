import { z } from 'zod';
import { connectionKindNames, connectionKinds } from '../../connections/kinds.js';
import * as connectionLimits from '../../connections/limits.js';
import { identity, secretVariable } from './shared.js';

/** `twilio: baseUrl, accountSid`. */
const namesOf = (part: 'fields' | 'secrets'): string =>
  connectionKindNames
    .map((kind) => [kind, Object.keys(connectionKinds[kind][part].shape).join(', ')] as const)
    .filter(([, names]) => names !== '')
    .map(([kind, names]) => `${kind}: ${names}`)
    .join('; ');

const fieldName = z.string().max(connectionLimits.fieldNameCharacters);

export const connectionDocument = z
  .strictObject({
    kind: z.literal('Connection'),
    ...identity,
    name: identity.name.describe('Its kind identifies it: there is one of each'),
    connectionKind: z.enum(connectionKindNames).describe('What it connects to'),
    fields: z
      .record(fieldName, z.string().max(connectionLimits.fieldCharacters).nullable())
      .default({})
      .describe(`${namesOf('fields')}. Left out: as it is. null: none`),
    secrets: z
      .record(fieldName, z.strictObject({ fromEnv: secretVariable }).describe('The value of this variable where apply runs'))
      .default({})
      .describe(`${namesOf('secrets')}. Left out, or without a value where apply runs: as the server has it`),
  })
  .describe('An account outside that messages are sent through. The organisation’s');
