import { Announcer } from './announcer.js';
import { ChooseMoment } from './past/choose-moment.js';
import { ProofRequest } from './proof-request.js';
import { useAttention } from './use-attention.js';
import { useDevice } from './use-device.js';
import { useLinkTarget } from './use-link-target.js';
import { useOffline } from './use-offline.js';

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
