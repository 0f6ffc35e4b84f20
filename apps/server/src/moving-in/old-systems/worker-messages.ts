import type { ComparableSystem, ReadThere, Stretch } from '@tocsin/moving-in/read-notified.js';

/** What a thread reads of the old system. */
export interface OldSystemOrder extends Stretch {
  readonly system: ComparableSystem;
  readonly address: string;
  readonly token: string;
  /** Where it may connect to. */
  readonly allowCidrs: string;
  readonly allowLoopback: boolean;
}

export type OldSystemReply = ({ readonly kind: 'read' } & ReadThere) | { readonly kind: 'stopped'; readonly why: string };
