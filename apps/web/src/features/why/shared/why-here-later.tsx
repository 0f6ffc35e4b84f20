import { Suspense, type ComponentProps } from 'react';
import { laterPart } from '../../../ui/lazy-part.js';
import type { WhyHere } from './why-here.js';

const Loaded = laterPart(() => import('./why-here.js'), 'WhyHere');

/** `WhyHere`, loaded later: the rest of the screen does not wait for it. */
export const WhyHereLater = (props: ComponentProps<typeof WhyHere>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
);
