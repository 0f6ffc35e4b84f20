import { Suspense, type ComponentProps } from 'react';
import { laterPart } from '../../../ui/lazy-part.js';
import type { Chain } from './chain.js';
import { WaitingLines } from '../../../ui/screen.js';

const LoadedChain = laterPart(() => import('./chain.js'), 'Chain');

/** Loaded when causes and effects are opened. */
export const LazyChain = (props: ComponentProps<typeof Chain>) => (
  <Suspense fallback={<WaitingLines lines={3} />}>
    <LoadedChain {...props} />
  </Suspense>
);
