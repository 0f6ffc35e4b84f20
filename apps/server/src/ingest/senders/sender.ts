import type { SenderShown } from '@tocsin/contracts/senders.js';

/** A monitoring system that can be connected: everything that is told of it. Its steps use the words of its own screens and files. */
export interface Sender extends SenderShown {
  /** What to paste where its configuration is a file; in it stand the names of the steps. */
  readonly snippet: string | null;
  /** A body that opens an alert group, to try it with. */
  readonly example: (key: string) => unknown;
}
