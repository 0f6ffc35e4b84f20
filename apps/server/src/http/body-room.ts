import { limits } from '@tocsin/contracts/limits.js';

/** What one request holds of the room. */
export interface HeldBody {
  /** So many bytes more; false when there is no room for them. */
  grow(bytes: number): boolean;
  /** Gives all of it back; a second time does nothing. */
  leave(): void;
}

export type BodyLimits = { readonly [K in Exclude<keyof (typeof limits)['bodies'], 'free'>]: number };

/** Whose a body is: of an integration whose key stands beside it, of a stranger in a network, or of somebody with a session or a token. */
export type BodyOwner = { readonly integration: string } | { readonly network: string } | 'known';

/**
 * The memory that request bodies may take together, until they are answered. Strangers share a part of it, those of one network a part of
 * that, and each integration has at most its own part: whoever holds bodies open can’t keep out another sender, nor a person with a session.
 */
export class BodyRoom {
  private all = 0;
  private strangers = 0;
  private readonly networks = new Map<string, number>();
  private readonly integrations = new Map<string, number>();

  constructor(private readonly most: BodyLimits = limits.bodies) {}

  enter(owner: BodyOwner): HeldBody {
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
    if ('integration' in owner) return moved(this.integrations, owner.integration, bytes);
    this.strangers += bytes;
    moved(this.networks, owner.network, bytes);
  }
}

const moved = (bytesInUse: Map<string, number>, whose: string, bytes: number): void => {
  const left = (bytesInUse.get(whose) ?? 0) + bytes;
  if (left > 0) bytesInUse.set(whose, left);
  else bytesInUse.delete(whose);
};
