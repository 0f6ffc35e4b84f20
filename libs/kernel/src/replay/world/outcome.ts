import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Nothing, Refusal } from '../../decide/refusal.js';

/** A person’s independent act when the causes are left out. */
export interface OrderOptions {
  readonly actor: Actor;
  readonly commandId?: string;
  readonly correlationId?: string;
  readonly causationId?: string | null;
  readonly epoch?: number;
  readonly handledUpTo?: number;
}

export type WorldOutcome =
  | { readonly kind: 'done'; readonly stream: string; readonly facts: readonly Recorded[] }
  | { readonly kind: 'known'; readonly stream: string }
  | { readonly kind: 'nothing'; readonly says: Nothing['says'] }
  | { readonly kind: 'refused'; readonly refused: Refusal };
