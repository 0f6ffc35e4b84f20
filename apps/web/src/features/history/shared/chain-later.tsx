import { lazy, Suspense, type ComponentProps } from 'react';
import { loadLater } from '../../../ui/load-later.js';
import type { Chain } from './chain.js';
import { Waiting } from '../../../ui/screen.js';

const Loaded = lazy(async () => ({ default: (await loadLater(() => import('./chain.js'))).Chain }));

/** Loaded when causes and effects are opened. */
export const ChainLater = (props: ComponentProps<typeof Chain>) => (
  <Suspense fallback={<Waiting lines={3} />}>
    <Loaded {...props} />
  </Suspense>
);
