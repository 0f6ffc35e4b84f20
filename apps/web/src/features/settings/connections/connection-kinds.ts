import type { ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import type { ConnectionWords } from './connection-words.js';
import * as made from './kinds.gen.js';

/** A file of each kind. */
export const connectionWords: Readonly<Record<ConnectionKind, ConnectionWords>> = made;
