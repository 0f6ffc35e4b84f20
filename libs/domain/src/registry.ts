import { assemble, type Domain } from '@tocsin/kernel/registry.js';
import { domainReads } from './domain-reads.js';
import * as nouns from './nouns.gen.js';

/**
 * The hash of all deciding code, from `scripts/env/logic.mjs`: inserted when the server is built, and when a test run
 * begins.
 */
declare const TOCSIN_LOGIC: string;
/** A hash for each memory view, from `scripts/env/fingerprints.mjs`. */
declare const TOCSIN_FINGERPRINTS: Readonly<Record<string, string>>;

/** The whole domain in one value. */
export const domain: Domain = { ...assemble(nouns), logic: TOCSIN_LOGIC, reads: domainReads };

const viewsByCategory: ReadonlyMap<string, readonly string[]> = new Map(
  domain.deciders.map(({ category, evolve }) => [
    category,
    domain.views.filter(({ on }) => Object.keys(evolve).some((type) => type in on)).map(({ name }) => name),
  ]),
);

/** The views of screens that what is written on a stream can change. */
export const viewsOfStream = (stream: string): string[] =>
  [...viewsByCategory].flatMap(([category, names]) => (stream === category || stream.startsWith(`${category}-`) ? names : []));

/** Facts of earlier versions to the next one, keyed `Type@v`. */
export const { upcasters } = domain;

/** The hash of the code of each memory view, by name: rows that other code has folded are not loaded. */
export const fingerprints = TOCSIN_FINGERPRINTS;
