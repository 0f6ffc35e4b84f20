import type { DrillRow } from '@tocsin/contracts/drills/noun.js';
import { useView } from '../../../data/cache/use-view.js';

const open = { where: { state: ['planned', 'running'] }, sort: 'plannedAt', desc: true, limit: 1 };

/** The drill that is planned or running; undefined: none, or not known yet. */
export const useOpenDrill = (): DrillRow | undefined => useView('drills', open).data?.rows[0];
