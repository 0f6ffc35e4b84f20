import type { Actor } from '@tocsin/contracts/envelope.js';
import type { RefusalReason } from '@tocsin/contracts/alert-groups/origin.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { groupOfRefusals } from '@tocsin/domain/operation/alert-groups/shared/refused-group.js';
import type { ArrivalsRow, IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { deriveId, deriveEventId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { addMillis, isNear } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem, isFinal } from '../problems/problem.js';

type Dependencies = Pick<ServerParts, 'clock' | 'folder' | 'memory' | 'reads' | 'troubles'>;

/** Sends a command over the bus. Rejects with HttpProblem when it is refused. */
export type SendRefusals = (
  type: 'RaiseRefusals' | 'CountRefused' | 'AdoptHeartbeat',
  data: { readonly [field: string]: unknown },
  order: { readonly commandId: string; readonly actor: Actor },
) => Promise<unknown>;

interface LastUpdate {
  at: string;
  /** Refused signals since then. */
  count: number;
}

/** Milliseconds until a report that failed is made again. */
const retryAfter = 10_000;

/** Refusals that are not reported yet: commands were not taken, or the report failed. */
interface PostponedRefusals {
  count: number;
  readonly because: RefusalReason | undefined;
}

/** An integration whose signals are refused as unreadable: the times of the first and last one. */
interface UnreadableBody {
  readonly since: string;
  readonly at: string;
  readonly count: number;
}

/**
 * The alert group for an integration whose signals are refused. Above its hard limit the first refused signal opens it. Unreadable signals open it if
 * the integration used to work and nothing is accepted now: a single wrong request, or the set-up of a sender, pages no one. It is updated once a
 * minute with further refusals.
 */
export class Refusals {
  private readonly lastUpdates = new Map<string, LastUpdate>();
  private readonly unreadable = new Map<string, UnreadableBody>();
  private readonly postponed = new Map<string, PostponedRefusals>();
  private send: SendRefusals | undefined;
  private cancelRetry: (() => void) | null = null;

  constructor(private readonly parts: Dependencies) {}

  /** From now on commands are taken. Senders are answered before: what was refused until now is reported first. Never rejects. */
  async sendBy(send: SendRefusals): Promise<void> {
    this.send = send;
    await this.reportPostponed();
  }

  /** Undefined until commands are taken. */
  get sendCommand(): SendRefusals | undefined {
    return this.send;
  }

  /** No report is retried any more. */
  stop(): void {
    this.cancelRetry?.();
    this.send = undefined;
  }

  /** A signal can’t be read, or was sent to the address of another kind. Never rejects. */
  async noteUnreadable(integration: IntegrationRow): Promise<void> {
    const { id } = integration;
    const now = this.parts.clock.now();
    const lastAccepted = this.parts.memory.rows<ArrivalsRow>('arrivals').get(id)?.lastAt;
    if (lastAccepted === undefined) return;
    const before = this.unreadable.get(id);
    // one of a clock that was set back since is not of now
    const isAccepted = before !== undefined && lastAccepted >= before.since && lastAccepted <= now;
    const isSameSeries = before !== undefined && isNear(before.at, now, integrationLimits.refusedBodies.pause) && !isAccepted;
    const { since, count } = isSameSeries ? before : { since: now, count: 0 };
    this.unreadable.set(id, { since, at: now, count: count + 1 });
    const { least, lasting } = integrationLimits.refusedBodies;
    if (count + 1 >= least && !isNear(since, now, lasting)) await this.note(integration, 'unreadable');
  }

  /** A signal was accepted by this server. */
  noteAccepted(integrationId: string): void {
    this.unreadable.delete(integrationId);
  }

  /** Never rejects: the sender is refused in any case. */
  async note({ id }: IntegrationRow, because?: RefusalReason): Promise<void> {
    if (!this.send || this.postponed.has(id)) return this.postpone(id, 1, because);
    const before = this.lastUpdates.get(id);
    if (before && isNear(before.at, this.parts.clock.now(), integrationLimits.hardLimit.tellEvery)) return void (before.count += 1);
    await this.tell(id, 1 + (before?.count ?? 0), because);
  }

  private postpone(id: string, count: number, because: RefusalReason | undefined): void {
    const before = this.postponed.get(id);
    if (before) before.count += count;
    else this.postponed.set(id, { count, because });
  }

  private async reportPostponed(): Promise<void> {
    const postponed = [...this.postponed];
    this.postponed.clear();
    for (const [id, { count, because }] of postponed) {
      if (!this.send) return;
      await this.tell(id, count, because);
    }
  }

  /** A sender that is refused may not come again: its report is retried without it. A retry that is set already is not moved. */
  private retryLater(): void {
    if (this.cancelRetry) return;
    const { clock } = this.parts;
    this.cancelRetry = clock.at(addMillis(clock.now(), retryAfter), () => {
      this.cancelRetry = null;
      void this.reportPostponed();
    });
  }

  private async tell(id: string, refused: number, because: RefusalReason | undefined): Promise<void> {
    const now = this.parts.clock.now();
    this.lastUpdates.set(id, { at: now, count: 0 });
    try {
      await this.update(id, now, refused, because);
    } catch (error) {
      // the alert group was resolved meanwhile: the refusal is dropped
      if (error instanceof HttpProblem && isFinal(error)) return;
      this.lastUpdates.delete(id);
      this.parts.troubles.note('hard limit', error);
      if (!this.send) return;
      this.postpone(id, refused, because);
      this.retryLater();
    }
  }

  private async update(integrationId: string, now: string, refusedCount: number, because: RefusalReason | undefined): Promise<void> {
    const group = groupOfRefusals(this.parts.reads, integrationId, now);
    if (group?.status === 'resolved') return;
    if (group) return this.run('CountRefused', { groupId: group.groupId, refused: refusedCount }, now);
    // all servers derive the same group id within one such period
    const slot = Math.floor(Date.parse(now) / integrationLimits.hardLimit.quiet);
    const groupId = deriveId(new Date(slot * integrationLimits.hardLimit.quiet).toISOString(), integrationId, 'refused', 'group');
    return this.run('RaiseRefusals', { groupId, integrationId, ...(because ? { because } : {}) }, now);
  }

  private async run(type: Parameters<SendRefusals>[0], data: Parameters<SendRefusals>[1], now: string): Promise<void> {
    const commandId = deriveEventId(this.parts.folder.nodeId, type, `${String(data['groupId'])} ${now}`, 0);
    await this.send!(type, data, { commandId, actor: systemActor });
  }
}
