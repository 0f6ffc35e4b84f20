import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { isOfThreads } from '../routing/shared/storm-key.js';

/** Whether an alert with this key was resolved by this fact of its sender. */
export const isResolvedBy = ({ all, under, fingerprints }: FactOf<'AlertsResolved'>): ((key: string) => boolean) => {
  if (all) return () => true;
  if (under !== undefined) return isOfThreads(under);
  const resolvedKeys = new Set(fingerprints);
  return (key) => resolvedKeys.has(key);
};
