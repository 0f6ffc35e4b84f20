import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IntegrationRow } from '@tocsin/contracts/services.js';
import { domain } from '@tocsin/domain/registry.js';
import { limits } from '@tocsin/contracts/limits.js';
import { LRUCache } from 'lru-cache';
import { keyHashOf } from '../command/augment.js';
import type { Core } from '../core/core.js';
import type { Answer, IngestRefusal, SenderFormat } from './format.js';
import type { RateLimits } from '../http/rate-limits.js';
import { problemAnswer } from './problem.js';
import { Inbox, newEventId } from './inbox.js';
import { keepRaw, blankSecrets } from './raw.js';
import { senderFormats } from './sender-formats.js';

/** Which live key belongs to which integration: folded in memory, so never behind by more than the log is. */
class Keys {
  private byHash = new Map<string, IntegrationRow>();
  private ended = new Set<string>();
  private readonly hashes = new LRUCache<string, string>({ max: 5_000 });

  constructor(private readonly core: Core) {
    this.fold();
    core.memory.onChange((view) => {
      if (view === 'integrations') this.fold();
    });
  }

  find(key: string): IntegrationRow | undefined {
    let hash = this.hashes.get(key);
    if (hash === undefined) {
      hash = keyHashOf(this.core, key);
      this.hashes.set(key, hash);
    }
    const integration = this.byHash.get(hash);
    if (integration) this.core.side.lastUses.note(hash, this.core.clock.now());
    else if (this.ended.has(hash)) this.core.side.refusedUses.note(hash, this.core.clock.now());
    return integration;
  }

  private fold(): void {
    const rows = [...this.core.reads.integrations.all()];
    this.byHash = new Map(rows.flatMap((row) => row.keys.map(({ keyHash }) => [keyHash, row] as const)));
    this.ended = new Set(rows.flatMap((row) => row.endedKeys.map(({ keyHash }) => keyHash)));
  }
}

const bearer = (header: string | undefined): string | undefined => {
  const [, scheme, value] = /^(\w+)\s+(\S+)$/.exec(header ?? '') ?? [];
  if (!scheme || !value) return undefined;
  return scheme.toLowerCase() === 'basic'
    ? Buffer.from(value, 'base64')
        .toString('utf8')
        .replace(/^[^:]*:/, '')
    : value;
};

type Params = { readonly key?: string };
const keyOf = (request: FastifyRequest, format: SenderFormat, body: unknown): string | undefined => {
  const inPath = (request.params as Params).key;
  return format.keyIn(body) ?? inPath ?? bearer(request.headers.authorization) ?? (request.query as { key?: string }).key;
};

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Answered to every sender alike while the log can’t be written or the keys are not known: come again. */
const unavailable: Answer = {
  status: 503,
  headers: { 'retry-after': '5', 'content-type': 'application/problem+json' },
  body: {
    type: 'about:blank',
    title: 'The event log can’t be written now.',
    status: 503,
    code: 'store.unavailable',
    detail: 'Send it again; nothing was lost.',
  },
};
const tooLarge: Answer = {
  status: 413,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 'about:blank', title: 'The request body is larger than 1 MiB.', status: 413, code: 'request.too_large' },
};

const send = (reply: FastifyReply, { status, headers, body }: Answer): void => {
  if (headers) reply.headers(headers);
  if (status >= 400 && typeof body === 'object' && body !== null && 'code' in body) body = { ...body, correlationId: randomUUID() };
  reply.status(status).send(body);
};

/**
 * The doors of monitoring systems. Accept first, think second: what came is on disk before the sender hears yes, and everything
 * else happens behind. They stand beside Nest, on the bare server: this is the hot path.
 */
export const addDoors = async (server: FastifyInstance, core: Core, rates: RateLimits, isReady: () => boolean): Promise<void> => {
  const keys = new Keys(core);
  const { log, codec, folder, clock } = core;
  const inbox = new Inbox({ log, codec, node: folder.nodeId, logic: domain.logic, now: () => clock.now() });

  const receive = async (format: SenderFormat, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isReady()) return send(reply, unavailable);
    const refuse = (refusal: IngestRefusal): void => send(reply, format.refused({ ok: false, refusal, texts: [] }));
    const text = typeof request.body === 'string' ? request.body : '';
    let body = parsedJson(text);
    if (body === undefined) return refuse('malformed');
    const key = keyOf(request, format, body);
    const integration = key === undefined ? undefined : keys.find(key);
    if (key === undefined || !integration || integration.kind !== format.kind) {
      const seconds = await rates.secondsToGuess(request.ip);
      return seconds === null
        ? refuse('unknown_key')
        : send(reply, format.refused({ ok: false, refusal: 'throttled', texts: [], seconds }));
    }
    // A key that stands in the body must stay out of the log, wherever it stands.
    const safe = text.includes(key) ? blankSecrets(text, [key]) : text;
    if (safe !== text && format.keyIn(body) === null) body = parsedJson(safe);
    const eventId = newEventId(clock.now());
    const taken = format.normalise(body, eventId);
    if (!taken.ok) return send(reply, format.refused(taken));
    const { id: integrationId, serviceId, kind } = integration;
    const receivedAt = clock.now();
    await inbox.receive(eventId, { integrationId, serviceId, kind, receivedAt, signal: taken.signal, raw: keepRaw(safe, []) });
    send(reply, format.accepted(taken));
  };

  const door = (format: SenderFormat) => (request: FastifyRequest, reply: FastifyReply) => receive(format, request, reply);

  await server.register((doors, _options, done) => {
    doors.removeAllContentTypeParsers();
    // Whatever the sender calls it: the text is read as it came.
    doors.addContentTypeParser('*', { parseAs: 'string', bodyLimit: limits.requestBodyBytes }, (_request, body, parsed) =>
      parsed(null, body),
    );
    doors.setErrorHandler((error, _request, reply) => {
      const { code, statusCode } = error as { code?: string; statusCode?: number };
      if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return send(reply, tooLarge);
      // whoever hangs up half-way, or says a wrong length, is no trouble of ours
      if (statusCode === 400) return send(reply, problemAnswer({ ok: false, refusal: 'malformed', texts: [] }));
      core.troubles.note('ingest', error);
      send(reply, unavailable);
    });
    const { alertmanager, generic } = senderFormats;
    for (const [path, format] of [
      ['alertmanager', alertmanager],
      ['generic', generic],
    ] as const) {
      for (const end of ['', '/:key']) doors.route({ method: ['POST', 'PUT'], url: `/ingest/${path}${end}`, handler: door(format) });
    }
    doors.post('/v2/enqueue', door(senderFormats['pagerduty-events']));
    done();
  });
};

/** Whether an address, its prefix taken off, is one of a sender’s. */
export const isDoor = (url: string): boolean => url.startsWith('/ingest/') || url.startsWith('/v2/');

/** Any prefix may stand before a sender’s own path, so that one host serves many set-ups; a final slash does no harm. */
export const withoutPrefix = (url: string): string => {
  const [path = '', query] = url.split('?', 2);
  const found = /^(?:\/.*)?(\/v2\/enqueue)\/?$/.exec(path) ?? /^(?:\/.*)?(\/ingest\/(?:alertmanager|generic)(?:\/[^/]+)?)\/?$/.exec(path);
  return found ? `${found[1]}${query === undefined ? '' : `?${query}`}` : url;
};
