import type { FactOf } from '@tocsin/contracts/catalogue.js';

/** Whether an alert with this key was resolved by this fact of its sender. */
export const isResolvedBy = ({ all, under, fingerprints }: FactOf<'AlertsResolved'>): ((key: string) => boolean) => {
  if (all) return () => true;
  if (under !== undefined) return (key) => key.startsWith(under);
  const resolvedKeys = new Set(fingerprints);
  return (key) => resolvedKeys.has(key);
};
