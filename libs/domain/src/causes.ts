import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { NamedCauses } from '@tocsin/kernel/registry.js';
import { domain } from './registry.js';

const namedBy = (type: string): NamedCauses | undefined => (Object.hasOwn(domain.causes, type) ? domain.causes[type] : undefined);

/** Whether an event’s data must be read to know its causes. */
export const hasNamedCauses = (type: string): boolean => namedBy(type) !== undefined;

/** Ids of all events that led to this one, without duplicates; empty for what came from outside. */
export const causesOf = ({ type, data, meta }: Pick<Recorded, 'type' | 'data' | 'meta'>): readonly string[] => {
  const inData = namedBy(type)?.of(data as never) ?? [];
  return [...new Set(meta.causationId === null ? inData : [meta.causationId, ...inData])];
};

/** Whether the cause of such an event depends on the effect in question. */
export const isEffectDependent = (type: string): boolean => namedBy(type)?.behind !== undefined;

/**
 * The event that led to a fact, as far as the given effects are concerned (all decided together): for a run of signals,
 * the signal that they are about. Null: none is known.
 */
export const causeOf = ({ type, data, meta }: Recorded, effects: readonly Recorded[]): string | null =>
  namedBy(type)?.behind?.(data as never, effects, effects.flatMap(causesOf)) ?? meta.causationId;
