import { Suspense } from 'react';
import { laterPart } from './lazy-part.js';

const Toasts = laterPart(() => import('./toasts.js'), 'Toasts');

/** Live region (polite) of the toasts, stacked above everything. */
export const ToastRegion = () => (
  <section
    aria-label="Messages"
    aria-live="polite"
    className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex flex-col items-center gap-2 p-3 max-sm:bottom-[60px] sm:items-start sm:p-5 sm:pl-[76px] lg:pl-[240px]"
  >
    <Suspense>
      <Toasts />
    </Suspense>
  </section>
);
