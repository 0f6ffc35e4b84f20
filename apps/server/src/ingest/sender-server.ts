import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { BodyRoom } from '../http/body-room.js';
import type { RateLimits } from '../http/rate-limits.js';
import { sendPlainly, send, unavailable } from './answers.js';
import { SenderEndpoints, type EndpointDependencies } from './endpoints.js';
import { largestOf } from './format.js';
import type { AskAboutMail, ReplyDoor } from './mail/mail-messages.js';
import { mailIntakeOf } from './mail/mail-intake.js';
import { refuseMethod } from './method.js';
import { formType, isForm } from './parsing/form.js';
import { readBody } from './read-body.js';
import type { Refusals } from './refusals.js';
import { listedPath, matchOf } from './routes.js';
import { formats } from './senders/senders.js';

export interface EndpointsOptions {
  readonly replies: ReplyDoor;
  readonly parts: EndpointDependencies;
  readonly rates: RateLimits;
  readonly room: BodyRoom;
  readonly refusals: Refusals;
  readonly outgoing: Pick<OutgoingHttp, 'get'>;
  /** True when the log can be written and signals are processed. */
  readonly isReady: () => boolean;
}

/** An address without its prefix and parameters, which may hold anything: `matchOf` reads them from the original. */
const toRoutedUrl = (url: string): string => {
  const path = listedPath(matchOf(url)!.route.path).replaceAll(/:\w+/g, '-');
  return `${path}${/\?.*$/s.exec(url)?.[0] ?? ''}`;
};

const addEndpoints = async (
  server: FastifyInstance,
  endpoints: SenderEndpoints,
  { parts, isReady }: Pick<EndpointsOptions, 'parts' | 'isReady'>,
): Promise<void> => {
  await server.register((scope, _options, done) => {
    scope.decorateRequest('entered', null);
    scope.removeAllContentTypeParsers();
    // any body is read as raw text
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readBody(payload, request.entered!.body, largestOf(request.entered!.match.format)),
    );
    scope.setErrorHandler((error, request, reply) => endpoints.answerFailure(error, request, reply));
    scope.addHook('onClose', () => endpoints.stop());
    for (const { methods, path } of formats.flatMap(({ routes }) => routes))
      scope.route({
        method: [...methods],
        url: listedPath(path),
        onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
          // while the disk is nearly full, signals are refused, because their senders retry; an acknowledgement may have no second try
          if (!isReady() || parts.reserve?.isShort) send(reply, unavailable);
          else await endpoints.enter(matchOf(request.originalUrl)!, request, reply);
          return reply.sent ? reply : undefined;
        },
        handler: (request: FastifyRequest, reply: FastifyReply) => endpoints.receive(request, reply),
      });
    done();
  });
};

/** The doors of senders: requests, and mails. */
export interface OpenedEndpoints {
  readonly answer: RequestListener;
  readonly askAboutMail: AskAboutMail;
}

/** The senders’ routes on a separate bare server, so that the work for browsers is not done for every signal. */
export const openEndpoints = async (options: EndpointsOptions): Promise<OpenedEndpoints> => {
  const { parts, rates, room, refusals, outgoing } = options;
  const endpoints = new SenderEndpoints(parts, rates, room, refusals, outgoing);
  const server = fastify({
    rewriteUrl: ({ url = '/' }) => toRoutedUrl(url),
    exposeHeadRoutes: false,
    trustProxy: parts.config.trustsProxy,
    // never listens: the front server passes the senders’ requests to it
    serverFactory: (handler) => createServer(handler),
  });
  await addEndpoints(server, endpoints, options);
  await server.ready();
  const answer: RequestListener = (request, response) => {
    const refusedMethod = refuseMethod(request.method ?? '', request.url ?? '/');
    if (refusedMethod) return sendPlainly(response, refusedMethod);
    // many senders name the type of a body wrongly, and Fastify refuses names that it can’t parse
    request.headers['content-type'] = isForm(request.headers['content-type']) ? formType : 'application/json';
    server.routing(request, response);
  };
  return { answer, askAboutMail: mailIntakeOf(options, endpoints) };
};
