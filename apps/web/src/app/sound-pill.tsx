import { useEffect, useState } from 'react';
import { bellUnlocked, unlockBell } from '../data/bell/bell.js';
import { useStore } from '../data/store.js';
import { sendBellState } from '../data/cache/live.js';

const gestures = ['pointerdown', 'keydown'] as const;

/** Shown while this tab is silent: until any press unlocks its sound and the server knows; the server is informed of both states. */
export function SoundPill() {
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
  if (isUnlocked && isKnown) return null;
  return (
    <button
      type="button"
      onClick={() => void unlockBell()}
      className="mr-2 rounded-full border border-warn bg-warn-tint px-2.5 py-0.5 text-xs whitespace-nowrap text-warn"
    >
      Turn on sound
    </button>
  );
}
