import { useCallback, useState } from 'react';
import { position } from '../../../data/cache/live.js';

/** All alert groups that match what the list asks for, as of the event of this ordinal; and how many they were. */
export interface AllMatching {
  readonly ordinal: number;
  readonly count: number;
}

/** What is selected: rows one by one, or all that match. Another question selects nothing. */
export function useSelection(asked: string) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [matching, setMatching] = useState<AllMatching | null>(null);
  const [askedBefore, setAskedBefore] = useState(asked);
  if (asked !== askedBefore) {
    setAskedBefore(asked);
    setSelected(new Set());
    setMatching(null);
  }
  const select: typeof setSelected = useCallback((next) => {
    setSelected(next);
    setMatching(null);
  }, []);
  const clear = useCallback(() => select(new Set()), [select]);
  const selectMatching = useCallback((count: number) => setMatching({ ordinal: position.now(), count }), []);
  return { selected, matching, select, clear, selectMatching };
}
