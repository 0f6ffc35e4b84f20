import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { EffectCall, SeenServer } from '../effect-calls.js';
import type { Installation } from '../installation.js';
import type { Sender } from '../senders.js';

/** What an invariant may look at. */
export interface Witness {
  readonly installation: Installation;
  readonly senders: readonly Sender[];
  readonly events: readonly Recorded[];
  /** Every event, folded. */
  readonly memory: MemoryRows;
  /** Of the last reactor that began. */
  readonly epoch: number;
}

/** Something that must always hold. Answers with a sentence for each place where it does not. */
export interface Invariant {
  /** Of each append: memory is as it was before. */
  readonly appended?: (events: readonly Recorded[], witness: Witness) => readonly string[];
  /** Of each event: memory is as it was before. */
  readonly before?: (event: Recorded, witness: Witness) => readonly string[];
  /** A process begins to read the log. */
  readonly starts?: (server: SeenServer, witness: Witness) => readonly string[];
  /** A process is about to react to an event. */
  readonly reacts?: (server: SeenServer, event: Recorded, witness: Witness) => readonly string[];
  /** A process begins an effect. */
  readonly begins?: (call: EffectCall, witness: Witness) => readonly string[];
  /** Each second of true time. */
  readonly eachSecond?: (witness: Witness) => readonly string[];
  /** Once nothing goes wrong any more, and everything had time to settle. */
  readonly atEnd?: (witness: Witness) => readonly string[];
}
