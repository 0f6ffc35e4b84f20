import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';

type OfSignal = FactOf<
  | 'AlertsFired'
  | 'AlertsResolved'
  | 'AlertsEnding'
  | 'AlertsResumed'
  | 'AlertsCounted'
  | 'AlertsLeftOut'
  | 'SenderStillFiring'
  | 'AlertGroupResolved'
>;
const ofSignal = ({ signal }: OfSignal): readonly string[] => (signal ? [signal.eventId] : []);

/** Causes that a fact names in its data: a run of signals has one cause in its metadata, but follows from them all. */
const named: { readonly [type: string]: (data: never) => readonly string[] } = {
  SignalsRouted: ({ items }: FactOf<'SignalsRouted'>) => items.map(({ signal }) => signal.eventId),
  AlertGroupOpened: ({ origin }: FactOf<'AlertGroupOpened'>) => (origin.kind === 'signal' ? [origin.signal.eventId] : []),
  AlertsFired: ofSignal,
  AlertsResolved: ofSignal,
  AlertsEnding: ofSignal,
  AlertsResumed: ofSignal,
  AlertsCounted: ofSignal,
  AlertsLeftOut: ofSignal,
  SenderStillFiring: ofSignal,
  AlertGroupResolved: ofSignal,
};

/** Whether an event’s data must be read to know its causes. */
export const namesCauses = (type: string): boolean => Object.hasOwn(named, type);

/**
 * Ids of all events that led to this one, without duplicates; empty for what came from outside, and for what 0.1.0
 * wrote.
 */
export const causesOf = ({ type, data, meta }: Pick<Recorded, 'type' | 'data' | 'meta'>): readonly string[] => {
  const inData = namesCauses(type) ? named[type]!(data as never) : [];
  return [...new Set(meta.causationId === null ? inData : [meta.causationId, ...inData])];
};

/** Whether the cause of such a fact depends on which of its effects is looked at. */
export const dependsOnEffect = (type: string): boolean => type === 'SignalsRouted';

/** The signal of a run that these effects name, else the first one about their alert group. */
const signalBehind = ({ items }: FactOf<'SignalsRouted'>, effects: readonly Recorded[]): string | undefined => {
  const groups = new Set(effects.map(({ data }) => (data as { readonly groupId?: string } | null)?.groupId));
  const touching = items.filter(({ groupId }) => groups.has(groupId ?? '')).map(({ signal }) => signal.eventId);
  return effects.flatMap(causesOf).find((id) => touching.includes(id)) ?? touching[0];
};

/**
 * The event that led to a fact, as far as the given effects are concerned (all decided together): for a run of signals,
 * the signal that they are about. Null: none is known.
 */
export const causeBehind = (fact: Recorded, effects: readonly Recorded[]): string | null => {
  const signal = dependsOnEffect(fact.type) ? signalBehind(fact.data as FactOf<'SignalsRouted'>, effects) : undefined;
  return signal ?? fact.meta.causationId;
};
