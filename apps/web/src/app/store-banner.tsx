import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useRow } from '../data/cache/use-view.js';
import { statusQuery } from '../data/session/session.js';
import { laterPart } from '../ui/lazy-part.js';

// retried until loaded, because no one would press a retry button for it
const RestoreNotice = laterPart(() => import('./restore-notice.js'), 'RestoreNotice');
const LogKindNotice = laterPart(() => import('./log-kind-notice.js'), 'LogKindNotice');

/** Shown on every screen of a restored store, a demo or an import, so that it is not mistaken for the live one. */
export function StoreBanner() {
  const quarantine = useRow('organisation', 'organisation').data?.row?.held;
  const kind = useQuery(statusQuery).data?.kind ?? 'live';
  return (
    <Suspense>
      {quarantine && <RestoreNotice quarantine={quarantine} />}
      {kind !== 'live' && <LogKindNotice kind={kind} />}
    </Suspense>
  );
}
