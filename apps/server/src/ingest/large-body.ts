import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { ArrivalHead, ReadArrival } from './read-arrival.js';

export interface LargeBody {
  readonly kind: IntegrationKind;
  readonly head: ArrivalHead;
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly newKey: string;
  readonly keepsWhole?: boolean;
}
/** `keys`: all known keys, sent when they have changed since the last body. */
export type LargeBodyOrder = LargeBody & { readonly bytes: Uint8Array<ArrayBuffer>; readonly keys?: readonly string[] };
/** Null: the body can’t be read. */
export type LargeBodyAnswer = ReadArrival | null;

/** The thread has begun to read the body that it was given. */
export const isReading = 'is reading';
