import type { FactOf } from '@tocsin/contracts/catalogue.js';

/** Whether an alert of this key ended by what a sender said. */
export const endedBy = ({ all, under, fingerprints }: FactOf<'AlertsResolved'>): ((key: string) => boolean) => {
  if (all) return () => true;
  if (under !== undefined) return (key) => key.startsWith(under);
  const ended = new Set(fingerprints);
  return (key) => ended.has(key);
};
