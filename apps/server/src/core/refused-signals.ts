import type { RefusedSignal } from '@tocsin/contracts/senders.js';

/**
 * Of each integration the last signal that this server refused, for whoever is connecting it. No fact: it is forgotten with the process, and as
 * soon as one is accepted. Only integrations that exist are noted, so it is never longer than their list.
 */
export class RefusedSignals {
  private readonly last = new Map<string, RefusedSignal>();

  note(integrationId: string, refused: RefusedSignal): void {
    this.last.set(integrationId, refused);
  }

  accepted(integrationId: string): void {
    this.last.delete(integrationId);
  }

  of(integrationId: string): RefusedSignal | null {
    return this.last.get(integrationId) ?? null;
  }
}
