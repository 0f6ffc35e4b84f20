import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { judgedAt } from '@tocsin/domain/operation/heartbeats/deadline.js';
import type { HeartbeatState } from '@tocsin/domain/operation/heartbeats/state.js';
import { deriveEventId, deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { millisBetween, minuteOf } from '@tocsin/kernel/time.js';
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

/** Pings of one heartbeat in a minute, after which successes are counted and logs are left out. */
const toldAMinute = 5;

/**
 * What becomes of pings. One that tells something is on the log before it is answered; those of a heartbeat that pings often and says nothing new are
 * answered and recorded together.
 */
export class Pings {
  private readonly held: HeldPings;
  private readonly told = new Map<string, { readonly minute: string; count: number }>();

  constructor(
    private readonly parts: Dependencies,
    private readonly inbox: Inbox,
    /** Undefined until commands are taken. */
    private readonly send: () => SendRefusals | undefined,
  ) {
    this.held = new HeldPings(parts, inbox);
  }

  async take(ping: ArrivedPing): Promise<PingOutcome> {
    const found = this.find(ping);
    if (found === 'ambiguous') return found;
    if (found !== undefined) {
      await this.record(found.id, found, ping);
      return 'taken';
    }
    const { makes, heartbeat } = ping.reading;
    const made = makes && heartbeat ? await this.make(ping, heartbeat) : null;
    if (made === null) return 'not_found';
    await this.record(made, undefined, ping);
    return 'created';
  }

  /** What is held is on the log. */
  stop(): Promise<void> {
    return this.held.stop();
  }

  private get rows() {
    return this.parts.memory.rows<HeartbeatState>('heartbeats');
  }

  private find({ heartbeatId, reading, integration }: ArrivedPing): HeartbeatState | undefined | 'ambiguous' {
    // its own key says which: another name in the address is a mistake
    if (heartbeatId !== undefined) return reading.heartbeat === null ? this.rows.get(heartbeatId) : undefined;
    if (reading.heartbeat === null) return undefined;
    const { slug, name } = reading.heartbeat;
    const all = this.rows.where('integrationId', integration.id).filter((row) => row.slug === slug || row.name === name);
    const live = all.filter(({ state }) => state !== 'removed');
    return live.length > 1 ? 'ambiguous' : (live[0] ?? all[0]);
  }

  private async record(heartbeatId: string, row: HeartbeatState | undefined, ping: ArrivedPing): Promise<void> {
    const { state } = ping.reading;
    if (state === null || (row?.postOnly && ping.caller.method !== 'POST')) return;
    const now = this.parts.clock.now();
    const isMuch = this.isMuch(heartbeatId, now);
    if (isMuch && (state === 'log' || (state === 'fail' && row?.state === 'failing'))) return;
    if (row && state === 'success' && this.canWait(row, ping, now, isMuch)) return this.held.hold(heartbeatId, now);
    // what came before is recorded before
    await Promise.all([this.held.writeOf(heartbeatId), this.inbox.receivePing(createEventId(now), this.factOf(heartbeatId, ping, now))]);
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

  private isMuch(heartbeatId: string, now: string): boolean {
    const minute = minuteOf(now);
    const before = this.told.get(heartbeatId);
    const told = before?.minute === minute ? before : { minute, count: 0 };
    told.count += 1;
    this.told.set(heartbeatId, told);
    return told.count > toldAMinute;
  }

  /** Whether it says nothing new, and need not be on the log soon. */
  private canWait(row: HeartbeatState, { reading, raw, caller }: ArrivedPing, now: string, isMuch: boolean): boolean {
    if (this.held.isFailing || reading.runId !== null || row.openRuns.some(({ runId }) => runId === null)) return false;
    if (row.state === 'removed') return true;
    if (row.state !== 'healthy' || row.failed > 0 || row.isHeldOpen || row.heardAt === null) return false;
    const { often, margin } = heartbeatLimits.together;
    const dueAt = judgedAt(row);
    if (dueAt === null || millisBetween(now, dueAt) < margin) return false;
    return isMuch || (raw === '' && row.hosts.includes(caller.from) && millisBetween(row.heardAt, now) < often);
  }

  /** Two requests at once make one: its id follows from its name. Null: it is refused. */
  private async make({ reading, integration }: ArrivedPing, { slug, name }: HeartbeatRef): Promise<string | null> {
    const send = this.send();
    if (!send) throw new LogUnavailable('not_applied', 'no command is taken yet');
    const heartbeatId = deriveNamedId('heartbeat', integration.id, slug);
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
