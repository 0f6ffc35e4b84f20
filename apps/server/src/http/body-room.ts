import { limits } from '@tocsin/contracts/limits.js';

/** What one request holds of the room. */
export interface HeldBody {
  /** So many bytes more; false when there is no room for them. */
  grow(bytes: number): boolean;
  /** Gives all of it back; a second time does nothing. */
  leave(): void;
}

export type BodyLimits = { readonly [K in Exclude<keyof (typeof limits)['bodies'], 'free'>]: number };

/**
 * The memory that request bodies may take together, until they are answered. Strangers share a part of it, and those of one network a part
 * of that: whoever holds bodies open can’t keep out a sender with a valid key, nor a person with a session.
 */
export class BodyRoom {
  private all = 0;
  private strangers = 0;
  private readonly networks = new Map<string, number>();

  constructor(private readonly most: BodyLimits = limits.bodies) {}

  /** `network`: of a stranger; null: the request has shown a valid key, session or token. */
  enter(network: string | null): HeldBody {
    let held = 0;
    return {
      grow: (bytes) => {
        if (!this.isFree(network, bytes)) return false;
        this.move(network, bytes);
        held += bytes;
        return true;
      },
      leave: () => {
        this.move(network, -held);
        held = 0;
      },
    };
  }

  private isFree(network: string | null, bytes: number): boolean {
    if (this.all + bytes > this.most.together) return false;
    if (network === null) return true;
    return this.strangers + bytes <= this.most.ofStrangers && (this.networks.get(network) ?? 0) + bytes <= this.most.ofNetwork;
  }

  private move(network: string | null, bytes: number): void {
    this.all += bytes;
    if (network === null) return;
    this.strangers += bytes;
    const left = (this.networks.get(network) ?? 0) + bytes;
    if (left > 0) this.networks.set(network, left);
    else this.networks.delete(network);
  }
}
