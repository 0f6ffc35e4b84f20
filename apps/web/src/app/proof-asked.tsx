import { lazy, Suspense } from 'react';
import { proofAsked } from '../data/session/proof.js';
import { useStore } from '../data/store.js';

const ProofDialog = lazy(() => import('./proof-dialog.js').then((module) => ({ default: module.ProofDialog })));

/** Over whatever was pressed: it goes on when the answer is right. */
export const ProofAsked = () =>
  useStore(proofAsked) ? (
    <Suspense>
      <ProofDialog />
    </Suspense>
  ) : null;
