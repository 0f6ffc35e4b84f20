import type { MappingFailure, MappingFields } from '@tocsin/contracts/mappings/noun.js';
import type { SignalReading } from '../reading.js';

/** One request for the thread. `raw`: its body, as it is kept. */
export interface MappingOrder {
  readonly fields: MappingFields;
  readonly raw: string;
}

/** `says`: the error, for people who write the expression; it may name what was sent. */
export type MappingResult =
  { readonly reading: Pick<SignalReading, 'signal' | 'keyFrom'> } | { readonly failed: MappingFailure; readonly says: string | null };

/** The thread has begun with the order that it was given. */
export const isMapping = 'is mapping';

export const failedFor = (reason: MappingFailure['reason'], more: Partial<MappingFailure> & { says?: string } = {}): MappingResult => ({
  failed: { reason, field: more.field ?? null, code: more.code ?? null },
  says: more.says ?? null,
});
