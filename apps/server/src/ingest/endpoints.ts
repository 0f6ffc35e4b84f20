import { arrivedAs } from './arrived-as.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { ServerParts } from '../core/server-parts.js';
import type { BodyRoom, BodyReservation } from '../http/body-room.js';
import type { RateLimits } from '../http/rate-limits.js';
import { networkOf } from '../http/network.js';
import { keyNotKnownYet, noRoom, send, unavailable } from './answers.js';
import { isKeyInBody, refuse, type SenderAnswer, type SenderFormat, type SenderMethod } from './format.js';
import { createEventId } from './inbox.js';
import { Intake, type KnownReading } from './intake.js';
import { keyInBody, keyInText, keyOutsideBody, keyParameter } from './key-places.js';
import { Keys } from './keys.js';
import { isTakenFrom } from './mail/is-taken-from.js';
import type { ReadMail } from './mail/mail-messages.js';
import { toProblemAnswer } from './problem.js';
import type { IngestRefusal, Refusal } from './reading.js';
import { otherKindAnswer, otherKindText } from './refusal-words.js';
import type { Refusals } from './refusals.js';
import { LargeBodies } from './large-bodies.js';
import { BodyCutOff, BodyTooLarge, NoRoomForBody } from './read-body.js';
import { readArrival, readText, type ArrivalHead, type ReadArrival, type SentBody } from './read-arrival.js';
import { matchOf, type SenderMatch } from './routes.js';
import { MappedArrivals } from './mapping/mapped-arrivals.js';
import { MappingThread } from './mapping/mapping-thread.js';
import { mailAlert } from './senders/mail/format.js';

export type EndpointDependencies = Pick<
  ServerParts,
  | 'clock'
  | 'codec'
  | 'config'
  | 'decode'
  | 'feed'
  | 'folder'
  | 'log'
  | 'mappingFailures'
  | 'memory'
  | 'reads'
  | 'refusedSignals'
  | 'reserve'
  | 'side'
  | 'troubles'
  | 'vault'
>;

/** Facts about a request before its body is read. */
interface RequestHead {
  match: SenderMatch;
  /** Set when the key came outside the body. */
  integration?: IntegrationRow;
  /** Set when the key is that of a heartbeat. */
  heartbeatId?: string;
  body: BodyReservation;
}
declare module 'fastify' {
  interface FastifyRequest {
    /** Set only on the routes of senders. */
    entered: RequestHead | null;
  }
}

const omit = <Value>(fields: Readonly<Record<string, Value>>, left: string | undefined): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== left));

/** Of a parameter that is there twice, the last one. */
const onceEach = (query: ArrivalHead['query']): ArrivalHead['query'] =>
  Object.fromEntries(Object.entries(query).map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? value.at(-1) : value]));

/** A format never sees the key; what only has the name of one is a field. */
const headOf = ({ format, route, params }: SenderMatch, request: FastifyRequest, receivedAt: string): ArrivalHead => {
  const query = onceEach(request.query as ArrivalHead['query']);
  return {
    method: request.method as SenderMethod,
    path: route.path,
    params: omit(params, 'key'),
    query: omit(query, keyParameter(format, query)),
    receivedAt,
  };
};

const isOtherMethod = (read: ReadArrival): read is ReadArrival & { readonly reading: Refusal } =>
  read.reading.kind === 'refusal' && read.reading.refusal === 'other_method';

/** Without a body, a mapping reads the query. */
const withQuery = (body: SentBody, { query }: ArrivalHead): SentBody =>
  body.text === '' ? { sent: query, text: JSON.stringify(query) } : body;

/**
 * Endpoints of monitoring systems. A signal is on disk before its sender gets a success; all processing happens afterwards. They run on a bare
 * Fastify server beside Nest, because this is the hot path.
 */
export class SenderEndpoints {
  private readonly keys: Keys;
  private readonly intake: Intake;
  readonly large: LargeBodies;
  private readonly mapped: MappedArrivals;

  constructor(
    private readonly parts: EndpointDependencies,
    private readonly rates: RateLimits,
    private readonly room: BodyRoom,
    private readonly refusals: Refusals,
    outgoing: Pick<OutgoingHttp, 'get'>,
  ) {
    this.keys = new Keys(parts);
    this.large = new LargeBodies(this.keys.knownKeys);
    this.intake = new Intake(parts, refusals, outgoing);
    this.mapped = new MappedArrivals(
      parts,
      new MappingThread((error) => parts.troubles.note('mappings', error ?? 'their thread has ended')),
    );
  }

  /**
   * Before the body is read: looks up a key outside the body, and reserves memory. Without a valid key the body is not read, unless
   * this format has the key in the body.
   */
  async enter(match: SenderMatch, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { format, params } = match;
    const key = isKeyInBody(format) ? undefined : keyOutsideBody(format, params, request);
    const integration = isKeyInBody(format) ? undefined : await this.integrationOf(format, key, request.ip, request.originalUrl);
    if (integration && 'status' in integration) return send(reply, integration);
    const body = this.room.enter(integration ? { integration: integration.id } : { network: networkOf(request.ip) });
    reply.raw.once('close', () => body.leave());
    const heartbeatId = format.takesPings && key !== undefined ? this.keys.findHeartbeat(key) : undefined;
    request.entered = {
      match: heartbeatId === undefined ? this.meantMatch(match, integration, request.originalUrl) : match,
      body,
      ...(integration ? { integration } : {}),
      ...(heartbeatId === undefined ? {} : { heartbeatId }),
    };
  }

  /** Two protocols may have one path: `/api/v2/alerts` is Prometheus’s, and Opsgenie’s below `/api`. The key’s kind tells which is meant. */
  private meantMatch(match: SenderMatch, integration: IntegrationRow | undefined, url: string): SenderMatch {
    return integration && integration.kind !== match.format.kind ? matchOf(url, integration.kind)! : match;
  }

  async receive(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const eventId = createEventId(this.parts.clock.now());
    const read = await this.read(request, eventId);
    const { match, heartbeatId } = request.entered!;
    const caller = { from: request.ip, agent: request.headers['user-agent'] ?? '', method: request.method };
    const answer =
      'status' in read
        ? read
        : ((await this.refusalOfList(read, match.format)) ??
          (await this.intake.take({ ...read, heartbeatId, arrived: arrivedAs(request) }, match.format, eventId, caller)));
    send(reply, answer);
  }

  /** Lists are made on this thread: a bounded number, so that signals are taken meanwhile. Null: it may be made. */
  private async refusalOfList({ reading, integration }: KnownReading, format: SenderFormat): Promise<SenderAnswer | null> {
    if (reading.kind !== 'lookup' || reading.of !== 'alerts') return null;
    const seconds = await this.rates.secondsUntilList(integration.id);
    return seconds === null ? null : this.intake.answerRefused(format, refuse('throttled', { seconds }));
  }

  async stop(): Promise<void> {
    await Promise.all([this.large.stop(), this.mapped.thread.stop(), this.intake.stop()]);
  }

  /** The answer to an address whose key is not that of an integration for mails; null when it is. */
  async refusalOfRecipient(key: string, address: string): Promise<SenderAnswer | null> {
    const integration = await this.integrationOf(mailAlert, key, address);
    return 'status' in integration ? integration : null;
  }

  /** A mail that was read on another thread. */
  async receiveMail(key: string, address: string, mail: ReadMail): Promise<SenderAnswer> {
    const integration = await this.integrationOf(mailAlert, key, address);
    if ('status' in integration) return integration;
    if (!isTakenFrom(mail.from, integration.mailSenders))
      return this.intake.refuseMail(integration, mailAlert, this.keys.knownKeys.stripText(mail.from));
    const receivedAt = this.parts.clock.now();
    const eventId = createEventId(receivedAt);
    const head = { method: 'POST', path: mailAlert.routes[0]!.path, params: {}, query: {}, receivedAt } as const;
    const body = { sent: { ...mail }, text: JSON.stringify(mail) };
    const read = readArrival(mailAlert, head, body, eventId, this.keys.knownKeys);
    return this.intake.take({ ...read, integration }, mailAlert, eventId, { from: address, agent: '', method: 'POST' });
  }

  /** Parses small bodies here and large ones on another thread; a body without a valid key is not normalised at all. */
  private async read(request: FastifyRequest, newKey: string): Promise<SenderAnswer | KnownReading> {
    const { match, integration: entered } = request.entered!;
    const { format, route, params } = match;
    const head = headOf(match, request, this.parts.clock.now());
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const beginningOf = (): string => bytes.toString('utf8', 0, integrationLimits.refusedLately.characters);
    const answerMalformed = (beginning: string): Promise<SenderAnswer> =>
      this.intake.refuse(entered, format, refuse('malformed'), this.keys.knownKeys.stripText(beginning));
    const contentType = request.headers['content-type'];
    const findIntegration = async (keyIn: () => string | null): Promise<IntegrationRow | SenderAnswer> =>
      entered ?? (await this.integrationOf(format, keyIn() ?? keyOutsideBody(format, params, request), request.ip));
    if (bytes.length <= limits.bodyOnLoopBytes) {
      // other methods of its address may have a body
      const hasNone = head.method === 'GET' || head.method === 'HEAD';
      const readBody = readText(hasNone ? { body: 'any' } : route, bytes.toString('utf8'), contentType);
      if (!readBody) return answerMalformed(beginningOf());
      const integration = await findIntegration(() => keyInBody(format, readBody.sent));
      if ('status' in integration) return integration;
      const mapping = this.mapped.of(integration.id);
      const wholeBody = mapping ? withQuery(readBody, head) : readBody;
      const read = readArrival(format, head, wholeBody, newKey, this.keys.knownKeys, mapping !== undefined);
      if (mapping) return { ...(await this.mapped.map(mapping, read)), integration };
      return isOtherMethod(read) ? this.answerOtherMethod(format, read.reading) : { ...read, integration };
    }
    const integration = await findIntegration(() => keyInText(format, bytes));
    if ('status' in integration) return integration;
    // its bytes go to the other thread
    const beginning = beginningOf();
    const mapping = this.mapped.of(integration.id);
    const read = await this.large.read({ kind: format.kind, head, bytes, contentType, newKey, keepsWhole: mapping !== undefined });
    if (!read) return answerMalformed(beginning);
    return { ...(mapping ? await this.mapped.map(mapping, read) : read), integration };
  }

  /** Not noted: it may be a browser. */
  private answerOtherMethod(format: SenderFormat, reading: Refusal): SenderAnswer {
    const answer = this.intake.answerRefused(format, reading);
    return { ...answer, headers: { ...answer.headers, allow: 'POST, PUT' } };
  }

  /** The integration of a key, or the answer when the key is not valid. `url`: where the address may be that of several kinds. */
  private async integrationOf(
    format: SenderFormat,
    key: string | undefined,
    address: string,
    url?: string,
  ): Promise<IntegrationRow | SenderAnswer> {
    const { takesPings = false } = format;
    const foundIntegration = key === undefined ? undefined : this.keys.find(key, takesPings);
    // the key of a heartbeat belongs to whatever jobs ping
    if (foundIntegration && takesPings && this.keys.findHeartbeat(key!) !== undefined) return foundIntegration;
    if (foundIntegration) return this.ofKind(format, foundIntegration, url);
    const seconds = await this.rates.secondsUntilGuess(address);
    if (seconds !== null) return this.intake.answerRefused(format, refuse('throttled', { seconds }));
    const atHead = key === undefined ? 'unknown' : await this.keys.findAtHead(key, takesPings);
    if (atHead === 'not_known_yet') return keyNotKnownYet;
    return atHead === 'unknown' ? this.intake.answerRefused(format, refuse('unknown_key')) : this.ofKind(format, atHead, url);
  }

  /** The integration, or the answer when it is of another kind than the address. */
  private async ofKind(format: SenderFormat, integration: IntegrationRow, url?: string): Promise<IntegrationRow | SenderAnswer> {
    if (integration.kind === format.kind || (url !== undefined && matchOf(url, integration.kind))) return integration;
    this.intake.note(integration, otherKindText(integration, format));
    await this.refusals.noteUnreadable(integration);
    return this.intake.answerRefused(format, refuse('other_kind', { texts: [otherKindAnswer(integration, format)] }));
  }

  async answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const answerRefusal = async (refusal: IngestRefusal): Promise<void> => {
      const { match, integration } = request.entered ?? {};
      send(reply, match ? await this.intake.refuse(integration, match.format, refuse(refusal)) : toProblemAnswer(refuse(refusal)));
    };
    if (error instanceof BodyTooLarge) return answerRefusal('too_large');
    if (error instanceof NoRoomForBody) return send(reply, noRoom);
    // a client that hangs up half-way, or declares a wrong length, is not our error
    if (error instanceof BodyCutOff || (error as { statusCode?: number }).statusCode === 400) return answerRefusal('malformed');
    this.parts.troubles.note('ingest', error);
    send(reply, unavailable);
  }
}
