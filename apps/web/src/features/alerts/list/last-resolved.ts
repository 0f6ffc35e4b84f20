import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useView } from '../../../data/cache/use-view.js';

const last = { where: { status: ['resolved'] }, sort: 'openedAt', desc: true, limit: 5 };

/** The most recently resolved alert groups, newest first; undefined until they are read. */
export const useLastResolved = (): readonly AlertGroupRow[] | undefined => useView('alertGroups', last).data?.rows;

/** The one that ended last of them: since then it has been quiet. */
export const useNewestResolved = (): AlertGroupRow | undefined =>
  useLastResolved()?.toSorted((a, b) => ((a.resolvedAt ?? '') < (b.resolvedAt ?? '') ? 1 : -1))[0];
