import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EventSource } from '@tocsin/kernel/replay/source.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { EffectCall, ObservedServer } from '../effect-calls.js';
import type { Installation } from '../installation.js';
import type { Sender } from '../senders.js';

/** Data that an invariant may read. */
export interface Witness {
  readonly installation: Installation;
  readonly senders: readonly Sender[];
  readonly events: EventSource;
  /** Memory after every event. */
  readonly memory: MemoryRows;
  /** The epoch of the last reactor that started. */
  readonly epoch: number;
}

/** A property that must always hold. Returns a sentence for each violation. */
export interface Invariant {
  /** Called for each append, before memory has folded it. */
  readonly onAppend?: (events: readonly Recorded[], witness: Witness) => readonly string[];
  /** Called for each event, before memory has folded it. */
  readonly onEvent?: (event: Recorded, witness: Witness) => readonly string[];
  /** A process starts to read the log. */
  readonly onStart?: (server: ObservedServer, witness: Witness) => readonly string[];
  /** A process is about to react to an event. */
  readonly onReaction?: (server: ObservedServer, event: Recorded, witness: Witness) => readonly string[];
  /** A process starts an effect. */
  readonly onEffect?: (call: EffectCall, witness: Witness) => readonly string[];
  /** Each second of true time. */
  readonly onSecond?: (witness: Witness) => readonly string[];
  /** After all faults have stopped and everything had time to settle. */
  readonly onEnd?: (witness: Witness) => readonly string[];
}
