import type { RefusedSignal } from '@tocsin/contracts/integrations/senders.js';

/**
 * The last refused signal of each integration, shown while people connect a sender. Not a fact: it is dropped with the process, and
 * when a signal is accepted. Only existing integrations are recorded, so the list is bounded.
 */
export class RefusedSignals {
  private readonly last = new Map<string, RefusedSignal>();

  note(integrationId: string, signal: RefusedSignal): void {
    this.last.set(integrationId, signal);
  }

  noteAccepted(integrationId: string): void {
    this.last.delete(integrationId);
  }

  of(integrationId: string): RefusedSignal | null {
    return this.last.get(integrationId) ?? null;
  }
}
