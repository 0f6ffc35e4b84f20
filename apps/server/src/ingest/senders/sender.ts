import type { SenderStep } from '@tocsin/contracts/integrations/senders.js';
import type { SenderFormat } from '../format.js';

/** A monitoring system that can be connected, with its set-up text. The steps use the words of its own screens and files. */
export interface Sender {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Its wire format; several senders may share one. */
  readonly format: SenderFormat;
  /** May contain `{address}`, `{key}`, `{uuid}` (the key with dashes) and `{url}`. */
  readonly steps: SenderStep[];
  /** How to test it, by its own means. */
  readonly test: string;
  /** What ends an alert. */
  readonly resolves: string;
  /** What goes wrong with it. */
  readonly traps: readonly [string, ...string[]];
  /** The text to paste when it is configured by a file; with the same placeholders as the steps. */
  readonly snippet: string | null;
  /** The body of a test signal that opens an alert group. */
  readonly example: (key: string) => unknown;
  /** Fields that its messages have, and no other sender’s: a message at a wrong address is recognised by them. */
  readonly marks?: readonly string[];
  /** What is added to the address for it; with the same placeholders. */
  readonly exampleAt?: string;
}
