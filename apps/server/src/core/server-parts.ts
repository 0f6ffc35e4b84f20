import type { EventReads } from '@tocsin/domain/event-subscriptions/reads.js';
import type { StreamFold } from '@tocsin/platform/views/stream-fold.js';
import type { ViewsKeeper } from '../projector/views-keeper.js';
import type { Decrypted } from './decrypted.js';
import type { Folding } from './folding.js';
import type { OpenedParts } from './parts.js';
import type { Reacting } from './reacting.js';
import type { RefusedSignals } from './refused-signals.js';

/**
 * The names of all that one server works with. Nobody is handed all of it: who needs some of it picks it by name, and has no way to the rest.
 * None of them is exchanged for another while the server runs, so each may be kept.
 */
export interface ServerParts extends OpenedParts {
  readonly reads: EventReads;
  /** What rows were that are made of one stream each. */
  readonly folds: StreamFold;
  /** What was wrong with signals that were not taken. */
  readonly refusedSignals: RefusedSignals;
  /** Brings memory to the head of the log: nobody but senders is answered before. */
  readonly folding: Folding;
  readonly views: ViewsKeeper;
  readonly reacting: Reacting;
  readonly decrypted: Decrypted;
  /** The port that was really taken; 0 before. */
  readonly listening: { port: number };
}
