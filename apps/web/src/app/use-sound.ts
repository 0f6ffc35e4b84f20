import { useEffect, useState } from 'react';
import { bellUnlocked, unlockBell } from '../data/bell/bell.js';
import { useStore } from '../data/store.js';
import { sendBellState } from '../data/cache/live.js';

const gestures = ['pointerdown', 'keydown'] as const;

/** Whether this tab is silent: until any press unlocks its sound and the server knows; the server is informed of both states. */
export function useIsSilent(): boolean {
  const isUnlocked = useStore(bellUnlocked);
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    let isNow = true;
    void sendBellState(isUnlocked).then(() => isNow && setKnown(isUnlocked));
    return () => {
      isNow = false;
    };
  }, [isUnlocked]);
  useEffect(() => {
    if (isUnlocked) return undefined;
    const unlock = () => void unlockBell();
    gestures.forEach((gesture) => addEventListener(gesture, unlock));
    return () => gestures.forEach((gesture) => removeEventListener(gesture, unlock));
  }, [isUnlocked]);
  return !(isUnlocked && isKnown);
}
