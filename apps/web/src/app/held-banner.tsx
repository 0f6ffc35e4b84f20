import { lazy, Suspense } from 'react';
import { useRow } from '../data/cache/use-view.js';

const HeldNotice = lazy(() => import('./held-notice.js').then((module) => ({ default: module.HeldNotice })));

/** Over every screen of a store that was restored: nobody must take it for the one that rings. */
export function HeldBanner() {
  const held = useRow('organisation', 'organisation').data?.row?.held;
  return <Suspense>{held && <HeldNotice held={held} />}</Suspense>;
}
