import type { HeartbeatRow } from '@tocsin/contracts/heartbeats/noun.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { ServerParts } from '../core/server-parts.js';
import type { KnownKeys } from '../secrets/known-keys.js';

type Dependencies = Pick<ServerParts, 'memory' | 'reads' | 'vault'>;

/** The heartbeat of each key. One that was removed keeps its keys: whoever still pings it is answered. */
export class HeartbeatKeys {
  private readonly keys = new Map<string, HeartbeatRow['keys']>();
  private readonly byHash = new Map<string, string>();

  constructor(
    private readonly parts: Dependencies,
    private readonly knownKeys: KnownKeys,
  ) {
    for (const row of parts.reads.heartbeats.all()) this.put(row);
    parts.memory.onChange((view, _id, row) => {
      if (view === 'heartbeats' && row) this.put(row as HeartbeatRow);
    });
  }

  find(hash: string): string | undefined {
    return this.byHash.get(hash);
  }

  integrationOf(hash: string): IntegrationRow | undefined {
    const row = this.parts.reads.heartbeats.get(this.byHash.get(hash) ?? '');
    return row && this.parts.reads.integrations.get(row.integrationId);
  }

  /** Each ping changes the row, and hardly ever its keys. */
  private put({ id, keys }: HeartbeatRow): void {
    const before = this.keys.get(id);
    if (before === keys) return;
    for (const { keyHash, keyRef } of before ?? []) {
      this.byHash.delete(keyHash);
      this.withKey(keyRef, (key) => this.knownKeys.delete(key));
    }
    for (const { keyHash, keyRef } of keys) {
      this.byHash.set(keyHash, id);
      this.withKey(keyRef, (key) => this.knownKeys.add(key));
    }
    this.keys.set(id, keys);
  }

  private withKey(keyRef: string, then: (key: string) => void): void {
    const key = this.parts.vault.secret(keyRef);
    if (key !== null) then(key);
  }
}
