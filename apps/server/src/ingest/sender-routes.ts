import type { Route } from '@tocsin/contracts/routes/route.js';
import type { z } from 'zod';
import { isKeyInBody, type SenderMethod } from './format.js';
import { formats, senderOf } from './senders/senders.js';

const refusals = [
  'request.malformed',
  'request.too_large',
  'ingest.not_an_object',
  'ingest.missing_field',
  'ingest.unknown_key',
  'ingest.other_kind',
  'limit.rate',
  'store.unavailable',
] as const;

/** A HEAD is answered as a GET is. */
const isListed = (method: SenderMethod): method is Exclude<SenderMethod, 'HEAD'> => method !== 'HEAD';

/** The routes of every sender, for the list of API routes. */
export const senderRoutes: readonly Route<string>[] = formats.flatMap((format) =>
  format.routes.flatMap(({ methods, path, says, body }) =>
    methods.filter(isListed).map((method) => ({
      room: 'ingest' as const,
      permission: 'integration_key' as const,
      method,
      path,
      says,
      example: senderOf(format.kind).example('YOUR-INTEGRATION-KEY'),
      answers: format.answers.map(({ shape, ...answer }) => ({ ...answer, shape: shape.name })),
      ...(body === 'form' ? { takesForms: true as const } : {}),
      // formats with the key in the body describe their own refusals
      ...(isKeyInBody(format) ? {} : { refusals }),
    })),
  ),
);

/** What senders are answered, by the name that it has in the OpenAPI document. */
export const senderShapes: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  formats.flatMap(({ answers }) => answers.map(({ shape: { name, schema } }) => [name, schema])),
);
