import { Suspense, type ComponentProps } from 'react';
import { laterPart } from '../../../ui/lazy-part.js';
import type { Chain } from './chain.js';
import { Waiting } from '../../../ui/screen.js';

const Loaded = laterPart(() => import('./chain.js'), 'Chain');

/** Loaded when causes and effects are opened. */
export const ChainLater = (props: ComponentProps<typeof Chain>) => (
  <Suspense fallback={<Waiting lines={3} />}>
    <Loaded {...props} />
  </Suspense>
);
