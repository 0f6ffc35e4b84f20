import { answerProof, proofRequested } from '../data/session/proof.js';
import { useStore } from '../data/store.js';
import { lazyPart } from '../ui/lazy-part.js';
import { DialogBoundary } from '../ui/part-boundary.js';

const ProofDialog = lazyPart(() => import('./proof-dialog.js'), 'ProofDialog');

/** Shown over the pressed action, which continues after a correct answer. */
export const ProofRequest = () =>
  useStore(proofRequested) ? (
    <DialogBoundary onClose={() => answerProof(false)}>
      <ProofDialog />
    </DialogBoundary>
  ) : null;
