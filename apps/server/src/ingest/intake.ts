import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ArrivedAs } from '@tocsin/contracts/relays/noun.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { domain } from '@tocsin/domain/registry.js';
import type { ServerParts } from '../core/server-parts.js';
import { keyNotKnownYet } from './answers.js';
import { refuse, refuseUnrecognized, type ReadingResult, type SenderAnswer, type SenderFormat } from './format.js';
import { HardLimit } from './hard-limit.js';
import { HeadCheck } from './head-check.js';
import { enrichSignal } from './enriched-signal.js';
import { createEventId, Inbox } from './inbox.js';
import { guessOf } from './guess.js';
import { openAlertOf } from './open-alert.js';
import type { ReadArrival } from './read-arrival.js';
import { readRaw } from './raw-body.js';
import { Pings, type PingCaller, type TakenPing } from './pings.js';
import type { LookupReading, NamedResponder, NothingReading, Refusal, SignalReading } from './reading.js';
import { aboveHardLimit, mailFromOthers, refusalWords, tooManyPings } from './refusal-words.js';
import type { Refusals } from './refusals.js';
import { targetsOf } from './responders.js';
import { SentAlerts } from './sent-alerts.js';
import { Signatures } from './signatures.js';

export type IntakeDependencies = Pick<
  ServerParts,
  'clock' | 'codec' | 'decode' | 'feed' | 'folder' | 'log' | 'memory' | 'reads' | 'refusedSignals' | 'troubles'
>;

/** A reading, and whose it is. `heartbeatId`: the key was that of a heartbeat. */
export type KnownReading = ReadArrival & {
  readonly integration: IntegrationRow;
  readonly heartbeatId?: string | undefined;
  /** Absent: it came by mail, and is not relayed. */
  readonly arrived?: ArrivedAs;
};

type AcceptedReading = SignalReading | NothingReading;
type Accepted = Omit<KnownReading, 'reading'> & { readonly reading: AcceptedReading };

const withSummary = (signal: Signal, summary: string): Signal => ({
  ...signal,
  alerts: signal.alerts.map((alert) => ({ ...alert, name: summary, summary, links: [] })),
});

const mappingOf = (reading: AcceptedReading): Pick<FactOf<'SignalReceived'>, 'mapping'> =>
  reading.kind === 'signal' && reading.mapping ? { mapping: reading.mapping } : {};

/** What follows from a reading: a signal is on the log before it is answered, a question is answered from memory, a refusal is noted. */
export class Intake {
  private readonly inbox: Inbox;
  private readonly hardLimit: HardLimit;
  private readonly sent: SentAlerts;
  private readonly atHead: HeadCheck;
  private readonly signatures: Signatures;
  private readonly pings: Pings;

  constructor(
    private readonly parts: IntakeDependencies,
    private readonly refusals: Refusals,
    outgoing: Pick<OutgoingHttp, 'get'>,
  ) {
    this.signatures = new Signatures(parts, outgoing);
    const { log, codec, decode, folder, clock } = parts;
    this.hardLimit = new HardLimit(parts);
    this.sent = new SentAlerts(parts.reads);
    this.atHead = new HeadCheck(parts);
    this.inbox = new Inbox({ log, codec, decode, node: folder.nodeId, logic: domain.logic, now: () => clock.now() });
    this.pings = new Pings(parts, this.inbox, () => refusals.sendCommand);
  }

  async take(
    { reading, raw, integration, heartbeatId, arrived }: KnownReading,
    format: SenderFormat,
    eventId: string,
    caller: PingCaller,
  ): Promise<SenderAnswer> {
    if (reading.kind === 'refusal') return this.refuse(integration, format, reading, readRaw(raw));
    if (reading.kind === 'ping') {
      const ping = { reading, raw, integration, heartbeatId, caller };
      const taken = await this.onceKnownPing(() => this.pings.take(ping));
      if (taken === 'throttled') return this.answerRefused(format, refuse('throttled', { texts: [tooManyPings], seconds: 60 }));
      const outcome = taken === 'refused' ? 'not_found' : taken;
      return outcome === 'not_known_yet' ? keyNotKnownYet : format.answer(reading, { requestId: eventId, open: null, ping: outcome });
    }
    // the key of a heartbeat opens nothing else
    if (heartbeatId !== undefined) return this.answerRefused(format, refuse('unknown_key'));
    if (reading.kind === 'lookup') return this.lookUp(reading, integration, format, eventId);
    const seconds = this.hardLimit.secondsToWait(integration);
    if (seconds !== null) {
      await this.refusals.note(integration);
      return this.refuse(integration, format, refuse('throttled', { texts: [aboveHardLimit(integration)], seconds }));
    }
    const checked = await this.checked(reading);
    if (checked.kind === 'refusal') return this.refuse(integration, format, checked, readRaw(raw));
    const signal = await this.signalOf(checked, integration.id);
    if (signal === 'not_known_yet') return keyNotKnownYet;
    return format.answer(
      checked,
      await this.record({ reading: checked, raw, integration, ...(arrived ? { arrived } : {}) }, signal, format, eventId),
    );
  }

  /** Refused when it is signed wrongly; a subscription is confirmed before it is told of. */
  private async checked(reading: AcceptedReading): Promise<AcceptedReading | Refusal> {
    if (reading.kind !== 'signal' || !reading.signed) return reading;
    const verdict = await this.signatures.check(reading.signed);
    if (verdict === 'forged') return refuseUnrecognized('The signature is not that of its sender.');
    const isConfirmed = verdict === 'genuine' && reading.confirms !== undefined && (await this.signatures.confirm(reading.confirms));
    return isConfirmed ? { ...reading, signal: withSummary(reading.signal, 'The subscription is confirmed: alerts can come') } : reading;
  }

  /** Records the refusal for the integration’s page, and pages for an integration whose signals are unreadable. */
  async refuse(integration: IntegrationRow | undefined, format: SenderFormat, refusal: Refusal, body = ''): Promise<SenderAnswer> {
    if (integration) this.note(integration, refusalWords(refusal), body);
    // the hard limit has already notified its alert group
    if (integration && refusal.refusal !== 'throttled') await this.refusals.noteUnreadable(integration);
    return this.answerRefused(format, refusal);
  }

  /** Of a sender that the integration does not take: shown on its page, but anybody can write mails, so that nobody is paged for it. */
  refuseMail(integration: IntegrationRow, format: SenderFormat, from: string): SenderAnswer {
    const refusal = refuseUnrecognized(mailFromOthers);
    this.note(integration, mailFromOthers, from);
    return this.answerRefused(format, refusal);
  }

  answerRefused(format: SenderFormat, refusal: Refusal): SenderAnswer {
    return format.answer(refusal, { requestId: createEventId(this.parts.clock.now()), open: null });
  }

  /** `body`: its beginning, without keys. */
  note({ id, kind }: IntegrationRow, says: string, body = ''): void {
    const beginning = body.slice(0, integrationLimits.refusedLately.characters);
    this.parts.refusedSignals.note(id, { at: this.parts.clock.now(), says, guess: guessOf(body, kind), body: beginning });
  }

  /** A null signal is an arrival that changes nothing: it is accepted, and not recorded. */
  private async record(
    { reading, raw, integration, arrived }: Accepted,
    signal: Signal | null,
    format: SenderFormat,
    eventId: string,
  ): Promise<ReadingResult> {
    const { id: integrationId, serviceId, kind } = integration;
    const receivedAt = this.parts.clock.now();
    const open = signal && openAlertOf(this.parts.reads, integrationId, signal);
    const key = format.keepsRequests ? (signal?.key ?? this.keyOf(reading, integrationId)) : null;
    const wasOpen = key !== null && this.sent.isOpen(integrationId, key);
    if (signal) {
      const relay = integration.relay && arrived ? { arrived } : {};
      const enriched = enrichSignal(this.parts.reads, integration, signal);
      await this.hardLimit.countWrite(integration, () =>
        this.inbox.receive(eventId, { integrationId, serviceId, kind, receivedAt, ...enriched, ...mappingOf(reading), ...relay, raw }),
      );
    }
    this.parts.refusedSignals.noteAccepted(integrationId);
    this.refusals.noteAccepted(integrationId);
    if (!format.keepsRequests) return { requestId: eventId, open };
    const action = reading.kind === 'signal' ? reading.signal.action : ('note' as const);
    const unknown = signal === null && reading.kind === 'signal' && reading.who ? ({ isUnknown: true } as const) : {};
    return { requestId: this.sent.noteRequest(integrationId, eventId, { action, at: receivedAt, key, wasOpen, ...unknown }), open };
  }

  /** The key of the alert that an arrival without a signal is about, if it names one. */
  private keyOf(reading: AcceptedReading, integrationId: string): string | null {
    return reading.kind === 'nothing' && reading.of ? (this.sent.keyOf(integrationId, reading.of) ?? null) : null;
  }

  /** With the key of the alert that it names. Null: it changes nothing, or there is no such alert. */
  private async signalOf(reading: AcceptedReading, integrationId: string): Promise<Signal | null | 'not_known_yet'> {
    if (reading.kind === 'nothing') return null;
    const { of, who } = reading;
    const signal = who ? this.withResponders(reading.signal, who) : reading.signal;
    if (!of || !signal) return signal;
    const key = await this.onceKnown(() => this.sent.keyOf(integrationId, of));
    if (key === 'not_known_yet') return key;
    return key === undefined ? null : { ...signal, key };
  }

  /** Null: none of them is here. */
  private withResponders(signal: Signal, who: readonly NamedResponder[]): Signal | null {
    const targets = targetsOf(this.parts.reads, who);
    const [first] = targets;
    if (!first) return null;
    const isAssign = who[0]?.assigns === true && first.kind === 'person';
    return { ...signal, act: isAssign ? { kind: 'assign', personId: first.personId } : { kind: 'add_responders', targets: [...targets] } };
  }

  /** A heartbeat that was just made may not be in memory yet: a 404 would end its job. */
  private async onceKnownPing(take: () => Promise<TakenPing>): Promise<TakenPing | 'not_known_yet'> {
    const outcome = await take();
    if (outcome !== 'not_found') return outcome;
    return (await this.atHead.isReached()) ? take() : 'not_known_yet';
  }

  /** What was answered is on the log. */
  stop(): Promise<void> {
    return this.pings.stop();
  }

  private async lookUp(reading: LookupReading, { id }: IntegrationRow, format: SenderFormat, requestId: string): Promise<SenderAnswer> {
    if (reading.of === 'alerts') return format.answer(reading, { requestId, open: null, alerts: this.sent.listAlerts(id, reading.only) });
    if (reading.of === 'heartbeats')
      return format.answer(reading, { requestId, open: null, heartbeats: this.pings.list(id, reading.heartbeat) });
    if (reading.of === 'request')
      return format.answer(reading, { requestId, open: null, request: this.sent.findRequest(id, reading.requestId) });
    const alert = await this.onceKnown(() => this.sent.findAlert(id, reading.alert));
    return alert === 'not_known_yet' ? keyNotKnownYet : format.answer(reading, { requestId, open: null, alert });
  }

  /** Memory may be behind the log: what it lacks is looked for again once it has reached the log’s end. */
  private async onceKnown<Found>(find: () => Found | undefined): Promise<Found | undefined | 'not_known_yet'> {
    const found = find();
    if (found !== undefined) return found;
    return (await this.atHead.isReached()) ? find() : 'not_known_yet';
  }
}
