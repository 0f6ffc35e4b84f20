import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { RelayRow } from '@tocsin/contracts/relays/noun.js';
import * as relayLimits from '@tocsin/contracts/relays/limits.js';
import type { WaitingArrival } from '@tocsin/domain/operation/relays/views.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { pacingOf, type Pacing } from '@tocsin/platform/clock/pacing.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { Dispatcher } from '../command/dispatcher.js';
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
/** After a failure of our own log. */
const troubleWait = 10 * duration.second;

const isForNow = (status: number): boolean => status >= 500 || status === 408 || status === 425 || status === 429;

/**
 * Relays arrivals to the systems that Tocsin replaces: behind the log, so that no sender waits, and by the active server alone. What was sent and not yet
 * recorded before a kill is sent again.
 */
export class Relayer {
  private readonly lanes = new Map<string, RelayLane>();
  private readonly pacing: Pacing;
  private isRunning = false;
  private cancel: () => void = () => {};
  private recording: Promise<void> | null = null;
  private recordedAt = 0;
  private nextAt = Infinity;
  private readonly sending = new Set<Promise<RelayOutcome>>();

  constructor(private readonly dependencies: Dependencies) {
    const { clock, memory } = dependencies.server;
    this.pacing = pacingOf(clock);
    memory.onChange((view) => {
      // a backlog of thousands is looked through once a second
      if (view === 'waitingArrivals') this.plan(memory.rows<WaitingArrival>(view).size > fewWaiting ? recordedEvery : 0);
    });
  }

  start(): void {
    const { logKind, config } = this.dependencies.server;
    this.isRunning = logKind === 'live' && config.roles.includes('reactor');
    this.plan(0);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    this.cancel();
    await this.settle();
  }

  private plan(after: number): void {
    const at = this.pacing.now() + after;
    if (!this.isRunning || at >= this.nextAt) return;
    this.cancel();
    this.nextAt = at;
    this.cancel = this.pacing.after(after, () => {
      this.nextAt = Infinity;
      this.step();
    });
  }

  /** Resolves once nothing is being sent or recorded. */
  get whenSettled(): Promise<void> {
    return this.settle();
  }

  private async settle(): Promise<void> {
    while (this.sending.size > 0 || this.recording) await Promise.all([...this.sending, this.recording]);
  }

  private waitingOf(integrationId: string): readonly WaitingArrival[] {
    return this.dependencies.server.memory.rows<WaitingArrival>('waitingArrivals').where('integrationId', integrationId);
  }

  private step(): void {
    const { reads, memory, reacting } = this.dependencies.server;
    const isAlone = reacting.epoch > 0 && quarantineOf(reads) === null;
    if (!this.isRunning) return;
    const waits: number[] = [];
    const ids = isAlone ? new Set([...memory.rows<WaitingArrival>('waitingArrivals').all()].map(({ integrationId }) => integrationId)) : [];
    for (const integrationId of ids) {
      const wait = this.laneOf(integrationId).step(this.waitingOf(integrationId));
      if (wait !== null) waits.push(wait);
    }
    this.record();
    this.plan(Math.min(...waits, isAlone ? duration.minute : recordedEvery));
  }

  private laneOf(integrationId: string): RelayLane {
    const known = this.lanes.get(integrationId);
    if (known) return known;
    const { memory } = this.dependencies.server;
    const lane = new RelayLane(
      { send: (arrival) => this.track(this.send(arrival)), now: () => this.pacing.now(), onChange: () => this.plan(0) },
      memory.rows<RelayRow>('relays').get(integrationId),
    );
    this.lanes.set(integrationId, lane);
    return lane;
  }

  private track(outcome: Promise<RelayOutcome>): Promise<RelayOutcome> {
    this.sending.add(outcome);
    return outcome.finally(() => this.sending.delete(outcome));
  }

  private async send({ integrationId, ordinal, relayed }: WaitingArrival): Promise<RelayOutcome> {
    const { reads, vault, log, codec } = this.dependencies.server;
    if (relayed) return { kind: 'loops' };
    const relay = reads.integrations.get(integrationId)?.relay;
    const secret = relay ? vault.secret(relay.relayRef) : null;
    if (secret === null) return { kind: 'unfit' };
    try {
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
    const rest = this.recordedAt + recordedEvery - this.pacing.now();
    if (rest > 0 && this.recordedAt > 0) return this.planRecord(rest);
    this.recording = this.recordAll()
      .catch((error: unknown) => this.dependencies.server.troubles.note('relay', error))
      .finally(() => {
        this.recording = null;
      });
  }

  private isRecordPlanned = false;
  private planRecord(after: number): void {
    if (this.isRecordPlanned) return;
    this.isRecordPlanned = true;
    this.pacing.after(after, () => {
      this.isRecordPlanned = false;
      if (this.isRunning) this.record();
    });
  }

  private async recordAll(): Promise<void> {
    for (const [integrationId, lane] of this.lanes) {
      for (let part = lane.takeSettled(); part !== null; part = lane.takeSettled()) {
        this.recordedAt = this.pacing.now();
        try {
          await this.append({ integrationId, settled: [...part.settled], ...part.counts, failing: part.failing });
        } catch (error) {
          lane.forget(part.settled);
          throw error;
        }
      }
    }
  }

  private async append(data: FactOf<'RelayProgressed'>): Promise<void> {
    const commandId = deriveNamedId('RecordRelay', data.integrationId, data.settled.join(' '));
    await this.dependencies.dispatcher.send('RecordRelay', data, { commandId, actor: systemActor });
  }
}
