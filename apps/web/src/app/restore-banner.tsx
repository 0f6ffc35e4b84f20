import { Suspense } from 'react';
import { useRow } from '../data/cache/use-view.js';
import { laterPart } from '../ui/lazy-part.js';

// asked for until it is there: it is missed where no one would press to try again
const RestoreNotice = laterPart(() => import('./restore-notice.js'), 'RestoreNotice');

/** Shown on every screen of a restored store, so that it is not mistaken for the live one. */
export function RestoreBanner() {
  const quarantine = useRow('organisation', 'organisation').data?.row?.held;
  return <Suspense>{quarantine && <RestoreNotice quarantine={quarantine} />}</Suspense>;
}
