import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { NamedCauses } from '@tocsin/kernel/registry.js';

type SignalFact = FactOf<
  | 'AlertsFired'
  | 'AlertsReworded'
  | 'AlertsResolved'
  | 'AlertsEnding'
  | 'AlertsResumed'
  | 'AlertsCounted'
  | 'AlertsLeftOut'
  | 'SenderStillFiring'
  | 'AlertGroupResolved'
>;
const signalIdsOf = { of: ({ signal }: SignalFact): readonly string[] => (signal ? [signal.eventId] : []) };

/** Facts that name the signal they follow from; their metadata names the run that it was routed in. */
export const causes: Readonly<Record<string, NamedCauses>> = {
  AlertGroupOpened: { of: ({ origin }: FactOf<'AlertGroupOpened'>) => (origin.kind === 'signal' ? [origin.signal.eventId] : []) },
  AlertsFired: signalIdsOf,
  AlertsReworded: signalIdsOf,
  AlertsResolved: signalIdsOf,
  AlertsEnding: signalIdsOf,
  AlertsResumed: signalIdsOf,
  AlertsCounted: signalIdsOf,
  AlertsLeftOut: signalIdsOf,
  SenderStillFiring: signalIdsOf,
  AlertGroupResolved: signalIdsOf,
};
