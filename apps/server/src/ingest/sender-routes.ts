import type { Route } from '@tocsin/contracts/routes/route.js';
import type { z } from 'zod';
import { largestOf, type FormatAnswer, type SenderFormat, type SenderMethod } from './format.js';
import { listedPath } from './routes.js';
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

const answersOf = ({ answers, routes }: SenderFormat): readonly FormatAnswer[] => [
  ...answers,
  ...routes.flatMap((route) => route.answers ?? []),
];

/** A HEAD is answered as a GET is. */
const isListed = (method: SenderMethod): method is Exclude<SenderMethod, 'HEAD'> => method !== 'HEAD';

/** The routes of every sender, for the list of API routes. */
export const senderRoutes: readonly Route<string>[] = formats.flatMap((format) =>
  format.routes.flatMap(({ methods, path, says, body, answers = format.answers }) =>
    methods.filter(isListed).map((method) => ({
      room: 'ingest' as const,
      permission: 'integration_key' as const,
      terms: { rate: 'none' as const, bodyBytes: largestOf(format) },
      method,
      path: listedPath(path),
      says,
      ...(body === 'any' ? {} : { example: senderOf(format.kind).example('YOUR-INTEGRATION-KEY') }),
      answers: answers.map(({ shape, ...answer }) => ({ ...answer, ...(shape ? { shape: shape.name } : {}) })),
      ...(body === 'form' ? { takesForms: true as const } : {}),
      // formats with answers of their own to refusals describe them
      ...(format.answers.some(({ status }) => status >= 400) ? {} : { refusals }),
    })),
  ),
);

/** What senders are answered, by the name that it has in the OpenAPI document. */
export const senderShapes: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  formats.flatMap(answersOf).flatMap(({ shape }) => (shape ? [[shape.name, shape.schema]] : [])),
);
