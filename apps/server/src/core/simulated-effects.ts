import type { EventType, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { Effects } from '@tocsin/platform/reactor/effects-table.js';

/** Invents the outcome of a call that is never made. It returns no promise, so it can’t wait for an answer from outside. */
type SimulatedEffect<E extends Recorded> = (event: E, reads: DomainReads) => EffectOutcome | undefined;

/** The effects of a demo. */
export type SimulatedEffects = { readonly [T in EventType]?: SimulatedEffect<RecordedOf<T>> };

/** What the reactor of a log does, by the kind of the log: a demo calls no one, and an import has no reactor. */
export type Reach =
  { readonly logKind: 'live'; readonly effects: Effects } | { readonly logKind: 'demo'; readonly simulated: SimulatedEffects };

export const effectsOfReach = (reach: Reach, reads: DomainReads): Effects => {
  if (reach.logKind === 'live') return reach.effects;
  const simulated = Object.entries(reach.simulated) as readonly (readonly [string, SimulatedEffect<never>])[];
  return Object.fromEntries(simulated.map(([type, effect]) => [type, async (event: never) => effect(event, reads)]));
};
