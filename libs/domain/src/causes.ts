import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';

type OfSignal = FactOf<'AlertsFired' | 'AlertsResolved' | 'AlertsCounted' | 'SenderStillFiring' | 'AlertGroupResolved'>;
const ofSignal = ({ signal }: OfSignal): readonly string[] => (signal ? [signal.eventId] : []);

/** Events that a fact names in its data as what led to it: a run of signals has one cause in its metadata, and came of them all. */
const named: { readonly [type: string]: (data: never) => readonly string[] } = {
  SignalsRouted: ({ items }: FactOf<'SignalsRouted'>) => items.map(({ signal }) => signal.eventId),
  AlertGroupOpened: ({ origin }: FactOf<'AlertGroupOpened'>) => (origin.kind === 'signal' ? [origin.signal.eventId] : []),
  AlertsFired: ofSignal,
  AlertsResolved: ofSignal,
  AlertsCounted: ofSignal,
  SenderStillFiring: ofSignal,
  AlertGroupResolved: ofSignal,
};

/** Whether the data of such an event must be read to know what led to it. */
export const namesCauses = (type: string): boolean => Object.hasOwn(named, type);

/** Ids of all events that led to this one, each once; none for what came from outside, and for what 0.1.0 wrote. */
export const causesOf = ({ type, data, meta }: Pick<Recorded, 'type' | 'data' | 'meta'>): readonly string[] => {
  const inData = namesCauses(type) ? named[type]!(data as never) : [];
  return [...new Set(meta.causationId === null ? inData : [meta.causationId, ...inData])];
};

/** The signal of a run that touched the alert group of this effect: the one that the effect names, or else the last. */
const signalBehind = ({ items }: FactOf<'SignalsRouted'>, effect: Recorded): string | undefined => {
  const { groupId } = (effect.data ?? {}) as { readonly groupId?: string };
  const touching = items.filter((item) => item.groupId !== null && item.groupId === groupId).map(({ signal }) => signal.eventId);
  const [byName] = causesOf(effect).filter((id) => touching.includes(id));
  return byName ?? touching.at(-1);
};

/** Whether what led to such a fact depends on which of its effects one comes from. */
export const dependsOnEffect = (type: string): boolean => type === 'SignalsRouted';

/** Which event led to a fact, as far as one of its effects is concerned: behind a run of signals, the signal of that effect. Null: none is known. */
export const causeBehind = (fact: Recorded, effect: Recorded | undefined): string | null => {
  const signal = dependsOnEffect(fact.type) && effect ? signalBehind(fact.data as FactOf<'SignalsRouted'>, effect) : undefined;
  return signal ?? fact.meta.causationId;
};
