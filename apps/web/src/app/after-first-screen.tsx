import { answerProof, proofRequested } from '../data/session/proof.js';
import { useStore } from '../data/store.js';
import { lazyPart } from '../ui/lazy-part.js';
import { DialogBoundary } from '../ui/part-boundary.js';
import { Announcer } from './announcer.js';
import { ChooseMoment } from './past/choose-moment.js';
import { useAttention } from './use-attention.js';
import { useDevice } from './use-device.js';
import { useLinkTarget } from './use-link-target.js';
import { useOffline } from './use-offline.js';

const ProofDialog = lazyPart(() => import('./proof-dialog.js'), 'ProofDialog');

/** Shown over the pressed action, which continues after a correct answer. */
const ProofRequest = () =>
  useStore(proofRequested) ? (
    <DialogBoundary onClose={() => answerProof(false)}>
      <ProofDialog />
    </DialogBoundary>
  ) : null;

/** Shell parts that load after the first screen. On wall boards nothing is announced or asked. */
export function AfterFirstScreen({ isWall }: { isWall: boolean }) {
  useAttention();
  useDevice();
  useOffline();
  useLinkTarget();
  if (isWall) return null;
  return (
    <>
      <Announcer />
      <ProofRequest />
      <ChooseMoment />
    </>
  );
}
