import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { hasEnded } from '@tocsin/domain/setup/integrations/shared/rescued-keys.js';
import { keyHashOf } from '../secrets/hashes.js';
import type { ServerParts } from '../core/server-parts.js';
import { HeadCheck } from './head-check.js';
import { HeartbeatKeys } from './heartbeat-keys.js';
import { KnownKeys, toIssuedKey } from '../secrets/known-keys.js';

type Dependencies = Pick<ServerParts, 'clock' | 'feed' | 'log' | 'memory' | 'reads' | 'side' | 'vault'>;

/** Why a key is refused. `unknown`: memory has read the whole log; `not_known_yet`: memory may lack a newly issued key. */
export type KeyRefusal = 'unknown' | 'not_known_yet';

/** The integration of each live key. Derived from memory, so it is as current as memory. */
export class Keys {
  private readonly rows = new Map<string, IntegrationRow>();
  private readonly byHash = new Map<string, IntegrationRow>();
  private readonly ofHeartbeats: HeartbeatKeys;
  private readonly endedKeyHashes = new Set<string>();
  /** Hashes of valid keys, cached; other keys are hashed each time. */
  private readonly hashes = new Map<string, string>();
  private readonly atHead: HeadCheck;
  /** Live keys in clear, from the vault, by reference. */
  private readonly clear = new Map<string, string>();
  /** The same keys, for finding them in the bodies of senders. */
  readonly knownKeys = new KnownKeys();

  constructor(private readonly parts: Dependencies) {
    this.atHead = new HeadCheck(parts);
    this.ofHeartbeats = new HeartbeatKeys(parts, this.knownKeys);
    for (const row of parts.reads.integrations.all()) this.put(row.id, row);
    parts.memory.onChange((view, id, row) => {
      if (view === 'integrations') this.put(id, row as IntegrationRow | null);
    });
  }

  /** `written`: as a sender writes it, with or without the dashes of a UUID, in any case. `takesPings`: also the key of a heartbeat. */
  find(written: string, takesPings = false): IntegrationRow | undefined {
    const key = toIssuedKey(written);
    if (key === undefined) return undefined;
    const hash = this.hashOf(key);
    const integration = this.rowOf(hash, takesPings);
    const isOver = integration !== undefined && this.isEnded(hash, integration);
    if (integration && !isOver) {
      if (!this.hashes.has(key)) this.hashes.set(key, hash);
      this.parts.side.lastUses.note(hash, this.parts.clock.now());
    } else if (isOver || this.endedKeyHashes.has(hash)) this.parts.side.refusedUses.note(hash, this.parts.clock.now());
    return isOver ? undefined : integration;
  }

  /** Looks a key up again once memory has reached the current end of the log. */
  async findAtHead(written: string, takesPings = false): Promise<IntegrationRow | KeyRefusal> {
    const key = toIssuedKey(written);
    if (key === undefined) return 'unknown';
    const hash = this.hashOf(key);
    if (this.endedKeyHashes.has(hash)) return 'unknown';
    const row = this.rowOf(hash, takesPings);
    if (row && this.isEnded(hash, row)) return 'unknown';
    if (!(await this.atHead.isReached())) return this.rowOf(hash, takesPings) ?? 'not_known_yet';
    return this.find(key, takesPings) ?? 'unknown';
  }

  /** The heartbeat whose own key this is. */
  findHeartbeat(written: string): string | undefined {
    const key = toIssuedKey(written);
    return key === undefined ? undefined : this.ofHeartbeats.find(this.hashOf(key));
  }

  private rowOf(hash: string, takesPings: boolean): IntegrationRow | undefined {
    return this.byHash.get(hash) ?? (takesPings ? this.ofHeartbeats.integrationOf(hash) : undefined);
  }

  /** By itself: no event says it. */
  private isEnded(hash: string, row: IntegrationRow): boolean {
    const key = row.keys.find(({ keyHash }) => keyHash === hash);
    return key !== undefined && hasEnded(key, row, this.parts.clock.now(), (one) => this.parts.side.lastUses.of(one) !== undefined);
  }

  private hashOf(key: string): string {
    return this.hashes.get(key) ?? keyHashOf(this.parts, key);
  }

  private put(id: string, row: IntegrationRow | null): void {
    this.drop(this.rows.get(id));
    if (!row) {
      this.rows.delete(id);
      return;
    }
    this.rows.set(id, row);
    for (const { keyHash, keyRef } of row.keys) {
      this.byHash.set(keyHash, row);
      this.learn(keyRef);
    }
    for (const { keyHash } of row.endedKeys) this.endedKeyHashes.add(keyHash);
  }

  private drop(row: IntegrationRow | undefined): void {
    for (const { keyHash, keyRef } of row?.keys ?? []) {
      // a key that was ended here may lead to another one since
      if (this.byHash.get(keyHash)?.id === row?.id) this.byHash.delete(keyHash);
      this.forget(keyRef);
    }
    for (const { keyHash } of row?.endedKeys ?? []) this.endedKeyHashes.delete(keyHash);
  }

  private learn(keyRef: string): void {
    const key = this.parts.vault.secret(keyRef);
    if (key === null) return;
    this.clear.set(keyRef, key);
    this.knownKeys.add(key);
  }

  private forget(keyRef: string): void {
    const key = this.clear.get(keyRef);
    if (key === undefined) return;
    this.clear.delete(keyRef);
    this.hashes.delete(key);
    this.knownKeys.delete(key);
  }
}
