import { limits } from '@tocsin/contracts/limits.js';

/** The memory that one request has reserved. */
export interface BodyReservation {
  /** Reserves this many more bytes; false when there is no room. */
  grow(bytes: number): boolean;
  /** Releases all of it; a second call does nothing. */
  leave(): void;
}

export type BodyLimits = { readonly [K in Exclude<keyof (typeof limits)['bodies'], 'free'>]: number };

/**
 * The sender of a body: an integration with its key outside the body, an unknown sender in a network, or a caller with a session or
 * token.
 */
export type BodyOwner = { readonly integration: string } | { readonly network: string } | 'known';

/**
 * Limits the memory that all request bodies use until they are answered. Unknown senders share a part of it, each of their networks
 * gets a part of that, and each integration has its own limit: a client that keeps bodies open can’t block other senders, nor
 * people with a session.
 */
export class BodyRoom {
  private all = 0;
  private strangers = 0;
  private readonly networks = new Map<string, number>();
  private readonly integrations = new Map<string, number>();

  constructor(private readonly most: BodyLimits = limits.bodies) {}

  enter(owner: BodyOwner): BodyReservation {
    let bytesInUse = 0;
    return {
      grow: (bytes) => {
        if (!this.isFree(owner, bytes)) return false;
        this.move(owner, bytes);
        bytesInUse += bytes;
        return true;
      },
      leave: () => {
        this.move(owner, -bytesInUse);
        bytesInUse = 0;
      },
    };
  }

  private isFree(owner: BodyOwner, bytes: number): boolean {
    if (this.all + bytes > this.most.together) return false;
    if (owner === 'known') return true;
    if ('integration' in owner) return (this.integrations.get(owner.integration) ?? 0) + bytes <= this.most.ofIntegration;
    return this.strangers + bytes <= this.most.ofStrangers && (this.networks.get(owner.network) ?? 0) + bytes <= this.most.ofNetwork;
  }

  private move(owner: BodyOwner, bytes: number): void {
    this.all += bytes;
    if (owner === 'known') return;
    if ('integration' in owner) return adjustUse(this.integrations, owner.integration, bytes);
    this.strangers += bytes;
    adjustUse(this.networks, owner.network, bytes);
  }
}

const adjustUse = (bytesInUse: Map<string, number>, ownerKey: string, bytes: number): void => {
  const remaining = (bytesInUse.get(ownerKey) ?? 0) + bytes;
  if (remaining > 0) bytesInUse.set(ownerKey, remaining);
  else bytesInUse.delete(ownerKey);
};
