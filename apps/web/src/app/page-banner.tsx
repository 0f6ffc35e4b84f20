import { Suspense } from 'react';
import { laterPart } from '../ui/lazy-part.js';

const PageLines = laterPart(() => import('./page-lines.js'), 'PageLines');

/** The pages that ring for me, over every screen. Their lines are loaded right after the first screen, whether something rings or not. */
export const PageBanner = () => (
  <div role="alert" aria-live="assertive">
    <Suspense>
      <PageLines />
    </Suspense>
  </div>
);
