import type { SenderStep } from '@tocsin/contracts/senders.js';
import type { SenderFormat } from '../format.js';

/** A monitoring system that can be connected: everything that is told of it. Its steps use the words of its own screens and files. */
export interface Sender {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** What it puts on the wire; several may speak alike. */
  readonly format: SenderFormat;
  /** In them stand `{address}`, `{key}` and `{url}`. */
  readonly steps: SenderStep[];
  /** What to paste where its configuration is a file; in it stand the names of the steps. */
  readonly snippet: string | null;
  /** A body that opens an alert group, to try it with. */
  readonly example: (key: string) => unknown;
}
