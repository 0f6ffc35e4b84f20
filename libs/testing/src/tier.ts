/** `short` is `npm test`; `full` runs every file; `deep` also has the full counts of what is random or large. */
export type Tier = 'short' | 'full' | 'deep';

export const tier = (process.env['TOCSIN_TEST_TIER'] ?? 'short') as Tier;
export const isDeep = tier === 'deep';

/** Counts of what a test repeats, in each test run. */
export const byTier = <T>(counts: Readonly<Record<Tier, T>>): T => counts[tier];
