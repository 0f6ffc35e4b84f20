import { assemble, type Domain } from '@tocsin/kernel/registry.js';
import { eventReads } from './event-subscriptions/reads.js';
import * as nouns from './nouns.js';

/** What `scripts/env/logic.mjs` makes of all that decides: put here when the server is built, and when a test run begins. */
declare const TOCSIN_LOGIC: string;
/** What `scripts/env/fingerprints.mjs` makes of each view of memory. */
declare const TOCSIN_FINGERPRINTS: Readonly<Record<string, string>>;

/** Everything that on-call means here, in one value. */
export const domain: Domain = { ...assemble(nouns), logic: TOCSIN_LOGIC, reads: eventReads };

/** Facts of earlier versions to the next one, keyed `Type@v`. */
export const { upcasters } = domain;

/** What the code of each view of memory is, by name: rows that other code has folded are not read. */
export const fingerprints = TOCSIN_FINGERPRINTS;
