import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { domain } from '@tocsin/domain/registry.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { ServerParts } from '../core/server-parts.js';
import type { BodyRoom, BodyReservation } from '../http/body-room.js';
import type { RateLimits } from '../http/rate-limits.js';
import { networkOf } from '../http/network.js';
import { keyNotKnownYet, noRoom, send, sendPlainly, unavailable } from './answers.js';
import { largestOf, type SenderAnswer, type IngestRefusal, type SignalRefusal, type SenderFormat } from './format.js';
import { HardLimit } from './hard-limit.js';
import { formType, isForm } from './parsing/form.js';
import { refuseMethod } from './method.js';
import { Inbox, createEventId } from './inbox.js';
import { Keys } from './keys.js';
import { openAlertOf } from './open-alert.js';
import { toProblemAnswer } from './problem.js';
import { aboveHardLimit, otherKindAnswer, otherKindText, refusalWords } from './refusal-words.js';
import type { Refusals } from './refusals.js';
import { LargeBodies } from './large-bodies.js';
import { BodyCutOff, BodyTooLarge, NoRoomForBody, readBody } from './read-body.js';
import { readSignal, readText, type ReadSignal } from './read-signal.js';
import { formats } from './senders/senders.js';
import { withoutPrefix } from './endpoint-paths.js';

type Dependencies = Pick<
  ServerParts,
  | 'clock'
  | 'codec'
  | 'config'
  | 'decode'
  | 'feed'
  | 'folder'
  | 'log'
  | 'memory'
  | 'reads'
  | 'refusedSignals'
  | 'reserve'
  | 'side'
  | 'troubles'
  | 'vault'
>;

const parseBearer = (header: string | undefined): string | undefined => {
  const [, scheme, value] = /^(\w+)\s+(\S+)$/.exec(header ?? '') ?? [];
  if (!scheme || !value) return undefined;
  return scheme.toLowerCase() === 'basic'
    ? Buffer.from(value, 'base64')
        .toString('utf8')
        .replace(/^[^:]*:/, '')
    : value;
};

/** A key in the path, the header or the query. */
const keyOutsideBody = ({ params, headers, query }: FastifyRequest): string | undefined =>
  (params as { key?: string }).key ?? parseBearer(headers.authorization) ?? (query as { key?: string }).key;

/** Finds the key in the text of a body of any size; without a valid key, nothing is parsed. */
const keyInText = /"routing_key"\s*:\s*"([^"\\]{1,128})"/;

/** Facts about a request before its body is read. */
interface RequestHead {
  format: SenderFormat;
  /** Set when the key came outside the body. */
  integration?: IntegrationRow;
  body: BodyReservation;
}
declare module 'fastify' {
  interface FastifyRequest {
    /** Set only on the routes of senders. */
    entered: RequestHead | null;
  }
}

/**
 * Endpoints of monitoring systems. A signal is on disk before its sender gets a success; all processing happens afterwards. They run on a bare
 * Fastify server beside Nest, because this is the hot path.
 */
class SenderEndpoints {
  private readonly keys: Keys;
  private readonly inbox: Inbox;
  readonly large: LargeBodies;
  private readonly hardLimit: HardLimit;

  constructor(
    private readonly parts: Dependencies,
    private readonly rates: RateLimits,
    private readonly room: BodyRoom,
    private readonly refusals: Refusals,
  ) {
    const { log, codec, decode, folder, clock } = parts;
    this.keys = new Keys(parts);
    this.hardLimit = new HardLimit(parts);
    this.large = new LargeBodies(this.keys.knownKeys);
    this.inbox = new Inbox({ log, codec, decode, node: folder.nodeId, logic: domain.logic, now: () => clock.now() });
  }

  /**
   * Before the body is read: looks up a key outside the body, and reserves memory. Without a valid key the body is not read, unless
   * this format has the key in the body.
   */
  async enter(format: SenderFormat, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const key = format.keyInBody ? undefined : keyOutsideBody(request);
    const integration = format.keyInBody ? undefined : await this.integrationOf(format, key, request.ip);
    if (integration && 'status' in integration) return send(reply, integration);
    const body = this.room.enter(integration ? { integration: integration.id } : { network: networkOf(request.ip) });
    reply.raw.once('close', () => body.leave());
    request.entered = { format, body, ...(integration ? { integration } : {}) };
  }

  async receive(format: SenderFormat, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const eventId = createEventId(this.parts.clock.now());
    const read = await this.read(format, request, eventId);
    if ('status' in read) return send(reply, read);
    const { normalised, raw, integration } = read;
    const { id: integrationId, serviceId, kind } = integration;
    const receivedAt = this.parts.clock.now();
    if (!normalised.ok) return send(reply, await this.refuseSignal(integration, format, normalised));
    const seconds = this.hardLimit.secondsToWait(integration);
    if (seconds !== null) {
      await this.refusals.note(integration);
      return send(
        reply,
        await this.refuseSignal(integration, format, { ok: false, refusal: 'throttled', texts: [aboveHardLimit(integration)], seconds }),
      );
    }
    const open = openAlertOf(this.parts.reads, integrationId, normalised.signal);
    await this.hardLimit.countWrite(integration, () =>
      this.inbox.receive(eventId, { integrationId, serviceId, kind, receivedAt, signal: normalised.signal, raw }),
    );
    this.parts.refusedSignals.noteAccepted(integrationId);
    this.refusals.noteAccepted(integrationId);
    send(reply, format.answerAccepted(normalised, open));
  }

  /** Parses small bodies here and large ones on another thread; a body without a valid key is not normalised at all. */
  private async read(
    format: SenderFormat,
    request: FastifyRequest,
    newKey: string,
  ): Promise<SenderAnswer | (ReadSignal & { readonly integration: IntegrationRow })> {
    const answerMalformed = (): Promise<SenderAnswer> =>
      this.refuseSignal(request.entered?.integration, format, { ok: false, refusal: 'malformed', texts: [] });
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const contentType = request.headers['content-type'];
    const findIntegration = async (keyIn: () => string | null): Promise<IntegrationRow | SenderAnswer> =>
      request.entered?.integration ?? (await this.integrationOf(format, keyIn() ?? keyOutsideBody(request), request.ip));
    if (bytes.length <= limits.bodyOnLoopBytes) {
      const readBody = readText(format, bytes.toString('utf8'), contentType);
      if (!readBody) return answerMalformed();
      const integration = await findIntegration(() => format.keyIn(readBody.sent));
      return 'status' in integration ? integration : { ...readSignal(format, readBody, newKey, this.keys.knownKeys), integration };
    }
    const integration = await findIntegration(() => (format.keyInBody ? (keyInText.exec(bytes.toString('latin1'))?.[1] ?? null) : null));
    if ('status' in integration) return integration;
    const read = await this.large.read({ kind: format.kind, bytes, contentType, newKey });
    return read ? { ...read, integration } : answerMalformed();
  }

  /** Records the refusal for the integration’s page and returns the answer to the sender. */
  private async refuseSignal(
    integration: IntegrationRow | undefined,
    format: SenderFormat,
    signalRefusal: SignalRefusal,
  ): Promise<SenderAnswer> {
    if (integration) this.note(integration, refusalWords(signalRefusal));
    // the hard limit has already notified its alert group
    if (integration && signalRefusal.refusal !== 'throttled') await this.refusals.noteUnreadable(integration);
    return format.answerRefused(signalRefusal);
  }

  private note({ id }: IntegrationRow, says: string): void {
    this.parts.refusedSignals.note(id, { at: this.parts.clock.now(), says });
  }

  /** The integration of a key, or the answer when the key is not valid. */
  private async integrationOf(format: SenderFormat, key: string | undefined, address: string): Promise<IntegrationRow | SenderAnswer> {
    const foundIntegration = key === undefined ? undefined : this.keys.find(key);
    if (foundIntegration) return this.ofKind(format, foundIntegration);
    const seconds = await this.rates.secondsUntilGuess(address);
    if (seconds !== null) return format.answerRefused({ ok: false, refusal: 'throttled', texts: [], seconds });
    const atHead = key === undefined ? 'unknown' : await this.keys.findAtHead(key);
    if (atHead === 'not_known_yet') return keyNotKnownYet;
    return atHead === 'unknown' ? format.answerRefused({ ok: false, refusal: 'unknown_key', texts: [] }) : this.ofKind(format, atHead);
  }

  /** The integration, or the answer when it is of another kind than the address. */
  private async ofKind(format: SenderFormat, integration: IntegrationRow): Promise<IntegrationRow | SenderAnswer> {
    if (integration.kind === format.kind) return integration;
    this.note(integration, otherKindText(integration, format));
    await this.refusals.noteUnreadable(integration);
    return format.answerRefused({ ok: false, refusal: 'other_kind', texts: [otherKindAnswer(integration, format)] });
  }

  /** Answers a request that failed with an error. */
  async answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const refuse = async (refusal: IngestRefusal): Promise<void> => {
      const signalRefusal = { ok: false, refusal, texts: [] } as const;
      const { format, integration } = request.entered ?? {};
      send(reply, format ? await this.refuseSignal(integration, format, signalRefusal) : toProblemAnswer(signalRefusal));
    };
    if (error instanceof BodyTooLarge) return refuse('too_large');
    if (error instanceof NoRoomForBody) return send(reply, noRoom);
    // a client that hangs up half-way, or declares a wrong length, is not our error
    if (error instanceof BodyCutOff || (error as { statusCode?: number }).statusCode === 400) return refuse('malformed');
    this.parts.troubles.note('ingest', error);
    send(reply, unavailable);
  }
}

export interface EndpointsOptions {
  readonly parts: Dependencies;
  readonly rates: RateLimits;
  readonly room: BodyRoom;
  readonly refusals: Refusals;
  /** True when the log can be written and signals are processed. */
  readonly isReady: () => boolean;
}

const addEndpoints = async (server: FastifyInstance, { parts, rates, room, refusals, isReady }: EndpointsOptions): Promise<void> => {
  const endpoints = new SenderEndpoints(parts, rates, room, refusals);
  await server.register((scope, _options, done) => {
    scope.decorateRequest('entered', null);
    scope.removeAllContentTypeParsers();
    // any body is read as raw text
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readBody(payload, request.entered!.body, largestOf(request.entered!.format)),
    );
    scope.setErrorHandler((error, request, reply) => endpoints.answerFailure(error, request, reply));
    scope.addHook('onClose', () => endpoints.large.stop());
    const all = formats.flatMap((format) => format.endpoints.map((door) => ({ format, ...door })));
    for (const { format, methods, path } of all) {
      scope.route({
        method: [...methods],
        url: path,
        onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
          // while the disk is nearly full, signals are refused, because their senders retry; an acknowledgement may have no second try
          if (!isReady() || parts.reserve?.isShort) send(reply, unavailable);
          else await endpoints.enter(format, request, reply);
          return reply.sent ? reply : undefined;
        },
        handler: (request: FastifyRequest, reply: FastifyReply) => endpoints.receive(format, request, reply),
      });
    }
    done();
  });
};

/** The senders’ routes on a separate bare server, so that the work for browsers is not done for every signal. */
export const openEndpoints = async (options: EndpointsOptions): Promise<RequestListener> => {
  const server = fastify({
    rewriteUrl: ({ url = '/' }) => withoutPrefix(url),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: options.parts.config.trustsProxy,
    // never listens: the front server passes the senders’ requests to it
    serverFactory: (handler) => createServer(handler),
  });
  await addEndpoints(server, options);
  await server.ready();
  return (request, response) => {
    const refusedMethod = refuseMethod(request.method ?? '', request.url ?? '/');
    if (refusedMethod) return sendPlainly(response, refusedMethod);
    // many senders name the type of a body wrongly, and Fastify refuses names that it can’t parse
    request.headers['content-type'] = isForm(request.headers['content-type']) ? formType : 'application/json';
    server.routing(request, response);
  };
};
