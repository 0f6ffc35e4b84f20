import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { Dialog } from './dialog.js';
import { forgetFailedParts } from './lazy-part.js';
import { LoadFailure } from './screen.js';

interface Props {
  children: ReactNode;
  /** Shown while the part is loaded. */
  waiting?: ReactNode;
  /** Shown in place of the part when it fails; `again`: shows the part once more. */
  renderFailed: (again: () => void, error: unknown) => ReactNode;
}

const Empty = () => null;

/** Keeps the failure of one part from what is around it: without this, a part that could not be loaded would end the screen or the shell. */
export function PartBoundary({ children, waiting, renderFailed }: Props) {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const onCatch = (error: unknown) => {
    forgetFailedParts();
    setFailure({ error });
  };
  if (failure) return renderFailed(() => setFailure(null), failure.error);
  return (
    <CatchBoundary getResetKey={() => 0} onCatch={onCatch} errorComponent={Empty}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </CatchBoundary>
  );
}

/** The boundary of a dialog that is loaded when it is opened: a failure is said in a dialog, too. */
export const DialogBoundary = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <PartBoundary
    renderFailed={(again, error) => (
      <Dialog title="Error" onClose={onClose}>
        <LoadFailure what="This dialog" error={error} again={again} />
      </Dialog>
    )}
  >
    {children}
  </PartBoundary>
);
