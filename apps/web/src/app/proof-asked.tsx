import { lazy, Suspense } from 'react';
import { proofAsked } from '../data/session/proof.js';
import { useStore } from '../data/store.js';

const ProofDialog = lazy(() => import('./proof-dialog.js').then((module) => ({ default: module.ProofDialog })));

/** Shown over the pressed action, which continues after a correct answer. */
export const ProofAsked = () =>
  useStore(proofAsked) ? (
    <Suspense>
      <ProofDialog />
    </Suspense>
  ) : null;
