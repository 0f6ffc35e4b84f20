import type { Route } from '@tocsin/contracts/routes/route.js';
import type { z } from 'zod';
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

/** The routes of every sender, for the list of API routes. */
export const senderRoutes: readonly Route<string>[] = formats.flatMap(({ kind, endpoints: doors, answers, keyInBody, takesForms }) =>
  doors.flatMap(({ methods, path, says }) =>
    methods.map((method) => ({
      room: 'ingest' as const,
      permission: 'integration_key' as const,
      method,
      path,
      says,
      example: senderOf(kind).example('YOUR-INTEGRATION-KEY'),
      answers: answers.map(({ shape, ...answer }) => ({ ...answer, shape: shape.name })),
      ...(takesForms ? { takesForms } : {}),
      // formats with the key in the body describe their own refusals
      ...(keyInBody ? {} : { refusals }),
    })),
  ),
);

/** What senders are answered, by the name that it has in the OpenAPI document. */
export const senderShapes: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  formats.flatMap(({ answers }) => answers.map(({ shape: { name, schema } }) => [name, schema])),
);
