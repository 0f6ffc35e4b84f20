import { Suspense, type ComponentProps } from 'react';
import { laterPart } from '../../../ui/lazy-part.js';
import type { WhyHere } from './why-here.js';

const LoadedWhyHere = laterPart(() => import('./why-here.js'), 'WhyHere');

/** `WhyHere`, loaded later: the rest of the screen does not wait for it. */
export const LazyWhy = (props: ComponentProps<typeof WhyHere>) => (
  <Suspense fallback={null}>
    <LoadedWhyHere {...props} />
  </Suspense>
);
