import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { RefusedSignal } from '@tocsin/contracts/integrations/senders.js';

/**
 * The last refused signals of each integration, shown to who connects a sender. No facts: they are dropped with the process. Only existing integrations
 * are recorded, so there is a bound.
 */
export class RefusedSignals {
  private readonly lately = new Map<string, readonly RefusedSignal[]>();
  /** The last one, until a signal is accepted. */
  private readonly last = new Map<string, RefusedSignal>();

  note(integrationId: string, signal: RefusedSignal): void {
    this.last.set(integrationId, signal);
    this.lately.set(integrationId, [signal, ...this.listOf(integrationId)].slice(0, integrationLimits.refusedLately.most));
  }

  noteAccepted(integrationId: string): void {
    this.last.delete(integrationId);
  }

  of(integrationId: string): RefusedSignal | null {
    return this.last.get(integrationId) ?? null;
  }

  listOf(integrationId: string): readonly RefusedSignal[] {
    return this.lately.get(integrationId) ?? [];
  }
}
