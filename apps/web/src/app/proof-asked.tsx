import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isProofAsked, onProofAsked } from '../data/session/proof.js';

const ProofDialog = lazy(() => import('./proof-dialog.js').then((module) => ({ default: module.ProofDialog })));

/** Over whatever was pressed: it goes on when the answer is right. */
export const ProofAsked = () =>
  useSyncExternalStore(onProofAsked, isProofAsked) ? (
    <Suspense>
      <ProofDialog />
    </Suspense>
  ) : null;
