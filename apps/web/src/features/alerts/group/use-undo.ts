import * as bulkActLimits from '@tocsin/contracts/bulk-acts/limits.js';
import { useEffect, useState } from 'react';

/** An action that can still be undone before anyone is notified. */
export interface Undo {
  readonly says: string;
  readonly run: () => void;
}

/** Too soon for a second thought: a press within it is the first one, bounced. Milliseconds. */
const bounce = 700;

/** Offers to undo an act in place, until the grace period ends and pages start again. `isFresh`: ignores a double press. */
export function useUndo(): { readonly undo: Undo | null; readonly isFresh: boolean; readonly offer: (undo: Undo) => void } {
  const [undo, setUndo] = useState<Undo | null>(null);
  const [isFresh, setFresh] = useState(false);
  // an effect: an undo pressed at once removes the offer, and the button that replaces it must work
  useEffect(() => {
    if (!isFresh) return undefined;
    const timer = setTimeout(() => setFresh(false), bounce);
    return () => clearTimeout(timer);
  }, [isFresh]);
  useEffect(() => {
    if (!undo) return undefined;
    const timer = setTimeout(() => setUndo(null), bulkActLimits.undoGrace);
    return () => clearTimeout(timer);
  }, [undo]);
  return {
    undo: undo && { says: undo.says, run: () => (setUndo(null), undo.run()) },
    isFresh,
    offer: (offered) => {
      setFresh(true);
      setUndo(offered);
    },
  };
}
