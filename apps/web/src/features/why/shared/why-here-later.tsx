import { lazy, Suspense, type ComponentProps } from 'react';
import { loadLater } from '../../../ui/load-later.js';
import type { WhyHere } from './why-here.js';

const Loaded = lazy(async () => ({ default: (await loadLater(() => import('./why-here.js'))).WhyHere }));

/** The last on its screen: what is above does not wait for it. */
export const WhyHereLater = (props: ComponentProps<typeof WhyHere>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
);
