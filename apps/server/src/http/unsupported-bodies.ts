import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { limits } from '@tocsin/contracts/limits.js';
import { HttpProblem } from '../problems/problem.js';

/** Nested deeper than any valid body: parsing it recursively would overflow the stack. */
const isDeep = (value: unknown, depth: number): boolean =>
  typeof value === 'object' && value !== null && (depth === 0 || Object.values(value).some((inner) => isDeep(inner, depth - 1)));

/** Refuses forms, which Nest would read: JSON alone is what the document of the API says. Clients may name the type of an empty body. */
export const refuseForms = (app: NestFastifyApplication): void => {
  app.useBodyParser('application/x-www-form-urlencoded', { bodyLimit: limits.apiBodyBytes }, (_request, body, done) =>
    done(body.length > 0 ? new HttpProblem('request.unsupported_media_type') : null, {}),
  );
};

/** Refuses bodies that no page or program of ours sends. */
export const refuseStrangeBodies = (server: FastifyInstance): void => {
  // A form on another site can send text, but not JSON.
  server.removeContentTypeParser('text/plain');
  server.addHook('preValidation', (request, _reply, done) =>
    done(isDeep(request.body, limits.apiBodyDepth) ? new HttpProblem('request.malformed') : undefined),
  );
};
