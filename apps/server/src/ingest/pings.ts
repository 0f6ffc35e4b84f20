import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import type { PingKind } from '@tocsin/contracts/heartbeats/pings.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { judgedAt } from '@tocsin/domain/operation/heartbeats/deadline.js';
import type { HeartbeatState } from '@tocsin/domain/operation/heartbeats/state.js';
import { nameKeyOf } from '@tocsin/domain/rules/names.js';
import { deriveEventId, deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { isNear, millisBetween, minuteOf } from '@tocsin/kernel/time.js';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem, isFinal } from '../problems/problem.js';
import { HeldPings } from './held-pings.js';
import { createEventId, type Inbox } from './inbox.js';
import { toWellFormed } from './parsing/text.js';
import type { HeartbeatRef, PingOutcome, PingReading } from './reading.js';
import type { SendRefusals } from './refusals.js';

type Dependencies = Pick<ServerParts, 'clock' | 'memory' | 'reads' | 'troubles'>;

/** Who pings, and how. */
export interface PingCaller {
  readonly from: string;
  readonly agent: string;
  readonly method: string;
}
/** A ping, with the heartbeat whose own key it came with, if it did. */
export interface ArrivedPing {
  readonly reading: PingReading;
  readonly raw: string;
  readonly integration: IntegrationRow;
  readonly heartbeatId: string | undefined;
  readonly caller: PingCaller;
}

/** Pings of one heartbeat in a minute, after which successes are counted, and outputs left out; those after which what tells nothing new must wait. */
const aMinute = { told: 5, recorded: 60 } as const;
/** Heartbeats in one answer. */
const mostListed = 1_000;
/** No other heartbeat is made by a ping for so long after one was refused. */
const pauseOfMaking = 10 * duration.second;

/** A heartbeat, as its sender may ask about it. */
export type FoundHeartbeat = Pick<HeartbeatState, 'name' | 'schedule' | 'state' | 'lastSuccessAt'>;

/** `refused`: none is made of it. */
export type TakenPing = PingOutcome | 'refused' | 'throttled';

/** It pages: it is taken however many came before. */
const isFirstFailure = (row: HeartbeatState | undefined, state: PingKind): boolean => state === 'fail' && row?.failed === 0;

const tellsNothing = (row: HeartbeatState | undefined, state: PingKind): boolean =>
  state === 'log' || (state !== 'success' && row?.state === 'removed') || (state === 'fail' && row?.state === 'failing');

/**
 * What becomes of pings. One that tells something is on the log before it is answered; those of a heartbeat that pings often and says nothing new are
 * answered and recorded together.
 */
export class Pings {
  private readonly held: HeldPings;
  /** When the last one was refused, by integration. */
  private readonly refusedMakes = new Map<string, string>();
  private readonly told = new Map<string, { readonly minute: string; count: number }>();

  constructor(
    private readonly parts: Dependencies,
    private readonly inbox: Inbox,
    /** Undefined until commands are taken. */
    private readonly send: () => SendRefusals | undefined,
  ) {
    this.held = new HeldPings(parts, inbox);
  }

  async take(ping: ArrivedPing): Promise<TakenPing> {
    const found = this.find(ping);
    if (found === 'ambiguous') return found;
    if (found !== undefined) return this.record(found.id, found, ping);
    const { makes, heartbeat } = ping.reading;
    if (!makes || !heartbeat) return 'not_found';
    const now = this.parts.clock.now();
    const refusedAt = this.refusedMakes.get(ping.integration.id);
    if (refusedAt !== undefined && isNear(refusedAt, now, pauseOfMaking)) return 'throttled';
    const made = await this.make(ping, heartbeat);
    if (made === null) {
      this.refusedMakes.set(ping.integration.id, now);
      return 'refused';
    }
    await this.record(made, undefined, ping);
    return 'created';
  }

  /** What is held is on the log. */
  stop(): Promise<void> {
    return this.held.stop();
  }

  /** Those that the sender may ask about; `heartbeat`: this one alone. */
  list(integrationId: string, heartbeat: HeartbeatRef | null): readonly FoundHeartbeat[] {
    const all = heartbeat ? this.named(integrationId, heartbeat) : this.rows.where('integrationId', integrationId);
    return all.filter(({ state }) => state !== 'removed').slice(0, mostListed);
  }

  private named(integrationId: string, heartbeat: HeartbeatRef): readonly HeartbeatState[] {
    const name = nameKeyOf(heartbeat.name);
    return this.rows.where('integrationId', integrationId).filter((row) => row.slug === heartbeat.slug || nameKeyOf(row.name) === name);
  }

  private get rows() {
    return this.parts.memory.rows<HeartbeatState>('heartbeats');
  }

  private find({ heartbeatId, reading, integration }: ArrivedPing): HeartbeatState | undefined | 'ambiguous' {
    // its own key says which: another name in the address is a mistake
    if (heartbeatId !== undefined) return reading.heartbeat === null ? this.rows.get(heartbeatId) : undefined;
    if (reading.heartbeat === null) return undefined;
    const { by } = reading.heartbeat;
    const name = nameKeyOf(reading.heartbeat.name);
    const all = this.named(integration.id, reading.heartbeat);
    const live = all.filter(({ state }) => state !== 'removed');
    const named = by === 'name' ? live.find((row) => nameKeyOf(row.name) === name) : undefined;
    if (named) return named;
    if (live.length > 1) return 'ambiguous';
    // one that is removed is watched no more: it is made anew
    return live[0] ?? (reading.makes ? undefined : all[0]);
  }

  private async record(heartbeatId: string, row: HeartbeatState | undefined, ping: ArrivedPing): Promise<'taken' | 'throttled'> {
    const { state } = ping.reading;
    if (state === null || (row?.postOnly && ping.caller.method !== 'POST')) return 'taken';
    const now = this.parts.clock.now();
    const count = this.countOf(heartbeatId, now);
    const isMuch = count > aMinute.told;
    if (isMuch && tellsNothing(row, state)) return 'taken';
    if (row && state === 'success' && this.canWait(row, ping, now, isMuch)) {
      this.held.hold(heartbeatId, now);
      return 'taken';
    }
    if (count > aMinute.recorded && !isFirstFailure(row, state)) return 'throttled';
    // what came before is recorded before
    const fact = this.factOf(heartbeatId, isMuch ? { ...ping, raw: '' } : ping, now);
    await Promise.all([this.held.writeOf(heartbeatId), this.inbox.receivePing(createEventId(now), fact)]);
    return 'taken';
  }

  private factOf(heartbeatId: string, { reading, raw, integration, caller }: ArrivedPing, receivedAt: string): FactOf<'PingReceived'> {
    const { state, exitStatus, runId, output } = reading;
    const details = state === 'fail' && output !== null ? toWellFormed(output.slice(-heartbeatLimits.outputEndCharacters)) : null;
    return {
      heartbeatId,
      integrationId: integration.id,
      receivedAt,
      kind: state!,
      exitStatus,
      runId,
      method: caller.method,
      from: caller.from,
      agent: toWellFormed(caller.agent.slice(0, heartbeatLimits.agentCharacters)),
      details,
      raw: raw === '' ? null : raw,
    };
  }

  /** Pings of this heartbeat in this minute, with this one. */
  private countOf(heartbeatId: string, now: string): number {
    const minute = minuteOf(now);
    const before = this.told.get(heartbeatId);
    const told = before?.minute === minute ? before : { minute, count: 0 };
    told.count += 1;
    this.told.set(heartbeatId, told);
    return told.count;
  }

  /** Whether it says nothing new, and need not be on the log soon. */
  private canWait(row: HeartbeatState, { reading, raw, caller }: ArrivedPing, now: string, isMuch: boolean): boolean {
    if (this.held.isFailing) return false;
    if (row.state === 'removed') return true;
    if (reading.runId !== null || row.openRuns.some(({ runId }) => runId === null)) return false;
    if (row.state !== 'healthy' || row.failed > 0 || row.isHeldOpen || row.heardAt === null) return false;
    const { margin } = heartbeatLimits.together;
    const dueAt = judgedAt(row);
    if (dueAt === null || millisBetween(now, dueAt) < margin) return false;
    return isMuch || (raw === '' && row.hosts.includes(caller.from));
  }

  /** The same for all who ask at once; another once the one that had it is removed, or has another slug. */
  private idFor(integrationId: string, slug: string): string {
    for (let n = 0; ; n += 1) {
      const heartbeatId = deriveNamedId('heartbeat', integrationId, slug, ...(n === 0 ? [] : [n]));
      const row = this.rows.get(heartbeatId);
      if (!row || (row.slug === slug && row.state !== 'removed')) return heartbeatId;
    }
  }

  /** Null: it is refused. */
  private async make({ reading, integration }: ArrivedPing, { slug, name }: HeartbeatRef): Promise<string | null> {
    const send = this.send();
    if (!send) throw new LogUnavailable('not_applied', 'no command is taken yet');
    const heartbeatId = this.idFor(integration.id, slug);
    const { urgency = 'high', ...made } = reading.makes ?? {};
    const schedule = made.schedule ?? ({ kind: 'interval', every: heartbeatLimits.created.every } as const);
    // Opsgenie’s have none: an interval is all that is waited for
    const grace = made.schedule ? heartbeatLimits.wait.least : heartbeatLimits.created.grace;
    const settings = { schedule, grace, longestRun: grace, tolerate: 0, urgency, postOnly: false };
    const data = { heartbeatId, integrationId: integration.id, name, slug, ...settings };
    try {
      await send('AdoptHeartbeat', data, { commandId: deriveEventId('heartbeat', heartbeatId, 'adopt', 0), actor: systemActor });
      return heartbeatId;
    } catch (error) {
      if (error instanceof HttpProblem && isFinal(error)) return null;
      throw error;
    }
  }
}
