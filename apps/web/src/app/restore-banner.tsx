import { Suspense } from 'react';
import { useRow } from '../data/cache/use-view.js';
import { laterPart } from '../ui/lazy-part.js';

// retried until loaded, because no one would press a retry button for it
const RestoreNotice = laterPart(() => import('./restore-notice.js'), 'RestoreNotice');

/** Shown on every screen of a restored store, so that it is not mistaken for the live one. */
export function RestoreBanner() {
  const quarantine = useRow('organisation', 'organisation').data?.row?.held;
  return <Suspense>{quarantine && <RestoreNotice quarantine={quarantine} />}</Suspense>;
}
