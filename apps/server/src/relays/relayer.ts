import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { RelayRow } from '@tocsin/contracts/relays/noun.js';
import * as relayLimits from '@tocsin/contracts/relays/limits.js';
import type { WaitingArrival } from '@tocsin/domain/operation/relays/views.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { Dispatcher } from '../command/dispatcher.js';
import { Rounds } from '../core/rounds.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';
import { RelayLane, type RelayOutcome } from './relay-lane.js';
import { relayRequestOf, type RelayTarget } from './relay-request.js';

interface Dependencies {
  readonly server: Pick<
    ServerParts,
    'clock' | 'codec' | 'config' | 'log' | 'logKind' | 'memory' | 'reacting' | 'reads' | 'troubles' | 'vault'
  >;
  readonly dispatcher: Pick<Dispatcher, 'send'>;
  readonly http: Pick<OutgoingHttp, 'send'>;
}

/** Milliseconds: progress is recorded for many arrivals at once. */
const recordedEvery = 1_000;
const fewWaiting = 100;
/** Looking through thousands takes time of the thread that pages. */
const betweenLooks = 100;
/** After a failure of our own log. */
const troubleWait = 10 * duration.second;

const isForNow = (status: number): boolean => status >= 500 || status === 408 || status === 425 || status === 429;

/** Each in the order of arrival. */
const byIntegration = (arrivals: Iterable<WaitingArrival>): ReadonlyMap<string, readonly WaitingArrival[]> => {
  const all = new Map<string, WaitingArrival[]>();
  for (const arrival of arrivals) {
    const before = all.get(arrival.integrationId);
    if (before) before.push(arrival);
    else all.set(arrival.integrationId, [arrival]);
  }
  // in memory they are so already, except after a restart: then this costs nothing
  for (const waiting of all.values()) waiting.sort((a, b) => a.ordinal - b.ordinal);
  return all;
};

/**
 * Relays arrivals to the systems that Tocsin replaces: behind the log, so that no sender waits, and by the active server alone. What was sent and not yet
 * recorded before a kill is sent again.
 */
export class Relayer {
  /** By integration; another address begins anew in the same one, which still records what was sent to the old one. */
  private readonly lanes = new Map<string, { readonly lane: RelayLane; relayRef: string | undefined }>();
  private readonly rounds: Rounds;
  private recording: Promise<void> | null = null;
  private recordedAt = 0;
  private untilNext = 0;
  private readonly sending = new Set<Promise<RelayOutcome>>();

  constructor(private readonly dependencies: Dependencies) {
    const { server } = dependencies;
    this.rounds = new Rounds(server, {
      name: 'relay',
      hasWork: () => true,
      round: async () => this.step(),
      untilNext: () => this.untilNext,
      afterFailure: troubleWait,
    });
    server.memory.onChange((view) => {
      // a backlog of thousands is looked through once a second
      if (view === 'waitingArrivals') this.rounds.plan(server.memory.rows<WaitingArrival>(view).size > fewWaiting ? recordedEvery : 0);
    });
  }

  start(): void {
    this.rounds.start();
  }

  async stop(): Promise<void> {
    await this.rounds.stop();
    await this.settle();
    await this.recordAll().catch((error: unknown) => this.dependencies.server.troubles.note('relay', error));
  }

  /** Resolves once nothing is being sent or recorded. */
  get whenSettled(): Promise<void> {
    return this.settle();
  }

  private async settle(): Promise<void> {
    await this.rounds.whenSettled;
    while (this.sending.size > 0 || this.recording) await Promise.all([...this.sending, this.recording]);
  }

  private step(): void {
    const { reads, memory, reacting } = this.dependencies.server;
    const isAlone = reacting.epoch > 0 && quarantineOf(reads) === null;
    const waits: number[] = [];
    for (const [integrationId, waiting] of isAlone ? byIntegration(memory.rows<WaitingArrival>('waitingArrivals').all()) : []) {
      const wait = this.laneOf(integrationId).step(waiting);
      if (wait !== null) waits.push(wait);
    }
    this.record();
    this.untilNext = Math.min(...waits, isAlone ? duration.minute : recordedEvery);
  }

  private noteTrouble(error: unknown): void {
    this.dependencies.server.troubles.note('relay', error);
    this.rounds.plan(troubleWait);
  }

  private laneOf(integrationId: string): RelayLane {
    const relayRef = this.dependencies.server.reads.integrations.get(integrationId)?.relay?.relayRef;
    const known = this.lanes.get(integrationId);
    if (known && known.relayRef !== relayRef) known.lane.beginAnew();
    const lane = known?.lane ?? this.createLane(integrationId);
    this.lanes.set(integrationId, { lane, relayRef });
    return lane;
  }

  private createLane(integrationId: string): RelayLane {
    const { clock, memory } = this.dependencies.server;
    const waiting = memory.rows<WaitingArrival>('waitingArrivals');
    return new RelayLane(
      {
        send: (arrival) => this.track(this.send(arrival)),
        now: () => this.rounds.pacing.now(),
        wall: () => toMillis(clock.now()),
        onChange: () => this.rounds.plan(waiting.size > fewWaiting ? betweenLooks : 0),
      },
      memory.rows<RelayRow>('relays').get(integrationId),
    );
  }

  private track(outcome: Promise<RelayOutcome>): Promise<RelayOutcome> {
    this.sending.add(outcome);
    return outcome.finally(() => this.sending.delete(outcome));
  }

  private async send({ integrationId, ordinal, relayed }: WaitingArrival): Promise<RelayOutcome> {
    const { reads, vault, log, codec } = this.dependencies.server;
    if (relayed) return { kind: 'loops' };
    try {
      const relay = reads.integrations.get(integrationId)?.relay;
      const secret = relay ? vault.secret(relay.relayRef) : null;
      if (secret === null) return { kind: 'unfit' };
      const [stored] = await log.readAll({ after: ordinal - 1, limit: 1 });
      const target = JSON.parse(secret) as RelayTarget;
      const request = stored && relayRequestOf((codec.decode(stored) as RecordedOf<'SignalReceived'>).data, target, vault.logId ?? '');
      return request ? await this.call(target.address, request) : { kind: 'unfit' };
    } catch (error) {
      if (error instanceof OutgoingFailed) return { kind: 'again', why: error.detail };
      this.dependencies.server.troubles.note('relay', error);
      return { kind: 'again', why: 'Tocsin could not read what it relays.', retryAfter: troubleWait };
    }
  }

  private async call(address: string, { method, headers, body }: NonNullable<ReturnType<typeof relayRequestOf>>): Promise<RelayOutcome> {
    const { callDeadline: deadlineMs, answerBytes: maxBytes } = relayLimits;
    const { status, headers: answered } = await this.dependencies.http.send(method, address, { headers, body, deadlineMs, maxBytes });
    if (status >= 200 && status < 300) return { kind: 'sent' };
    const retryAfter = Number(answered['retry-after']) * duration.second;
    return isForNow(status)
      ? { kind: 'again', why: `Answered ${status}.`, ...(Number.isFinite(retryAfter) ? { retryAfter } : {}) }
      : { kind: 'refused' };
  }

  /** One after the other, and at most each second: many arrivals are one fact. */
  private record(): void {
    if (this.recording) return;
    const rest = this.recordedAt + recordedEvery - this.rounds.pacing.now();
    if (rest > 0 && this.recordedAt > 0) return this.planRecord(rest);
    this.recording = this.recordAll()
      .catch((error: unknown) => this.noteTrouble(error))
      .finally(() => {
        this.recording = null;
      });
  }

  private isRecordPlanned = false;
  private planRecord(after: number): void {
    if (this.isRecordPlanned) return;
    this.isRecordPlanned = true;
    this.rounds.pacing.after(after, () => {
      this.isRecordPlanned = false;
      if (this.rounds.isRunning) this.record();
    });
  }

  private async recordAll(): Promise<void> {
    for (const [integrationId, { lane, relayRef }] of this.lanes) {
      for (let part = lane.takeSettled(); part !== null; part = lane.takeSettled()) {
        this.recordedAt = this.rounds.pacing.now();
        try {
          await this.append(relayRef, { integrationId, settled: [...part.settled], ...part.counts, failing: part.failing });
        } catch (error) {
          lane.putBack(part);
          throw error;
        }
      }
    }
  }

  private async append(relayRef = '', data: FactOf<'RelayProgressed'>): Promise<void> {
    const commandId = deriveNamedId('RecordRelay', data.integrationId, relayRef, data.settled.join(' '), data.failing?.since ?? '');
    await this.dependencies.dispatcher.send('RecordRelay', data, { commandId, actor: systemActor });
  }
}
