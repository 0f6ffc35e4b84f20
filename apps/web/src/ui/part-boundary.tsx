import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { Dialog } from './dialog.js';
import { forgetFailedParts } from './lazy-part.js';
import { LoadFailure } from './screen.js';

interface Props {
  children: ReactNode;
  /** Shown while the part is loaded. */
  waiting?: ReactNode;
  /** Shown instead of a failed part; `again`: retries it. */
  renderFailed: (again: () => void, error: unknown) => ReactNode;
}

const Empty = () => null;

/** Error boundary of one part: without it, a part that failed to load would end the screen or the shell. */
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

/** Error boundary of a lazily loaded dialog: shows failures in a dialog. */
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
