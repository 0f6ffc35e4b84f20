import { Suspense, type ComponentProps } from 'react';
import { laterPart } from '../../../ui/lazy-part.js';
import type { WhyHere } from './why-here.js';

const Loaded = laterPart(() => import('./why-here.js'), 'WhyHere');

/** The last on its screen: what is above does not wait for it. */
export const WhyHereLater = (props: ComponentProps<typeof WhyHere>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
);
