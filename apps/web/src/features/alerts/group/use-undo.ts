import { firstScreenLimits } from '@tocsin/contracts/first-screen-limits.js';
import { useEffect, useState } from 'react';

/** What was done a moment ago and can be taken back unheard. */
export interface Undo {
  readonly says: string;
  readonly run: () => void;
}

/** Too soon for a second thought: a press within it is the first one, bounced. Milliseconds. */
const bounce = 700;

/** Offers to undo an act in place, until the grace period ends and pages start again. `isFresh`: a double press still hits what stands there now. */
export function useUndo(): { readonly undo: Undo | null; readonly isFresh: boolean; readonly offer: (undo: Undo) => void } {
  const [undo, setUndo] = useState<Undo | null>(null);
  const [isFresh, setFresh] = useState(false);
  // by itself: an undo that is pressed at once takes the offer away, and what stands there then must work
  useEffect(() => {
    if (!isFresh) return undefined;
    const timer = setTimeout(() => setFresh(false), bounce);
    return () => clearTimeout(timer);
  }, [isFresh]);
  useEffect(() => {
    if (!undo) return undefined;
    const timer = setTimeout(() => setUndo(null), firstScreenLimits.undoGrace);
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
