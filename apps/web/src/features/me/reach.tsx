import type { ContactRow } from '@tocsin/contracts/people.js';
import { useSyncExternalStore } from 'react';
import { isBellUnlocked, onBell, ring, unlockBell } from '../../data/bell.js';
import { Button } from '../../ui/button.js';
import { reachOf } from './rule-sentences.js';

/** Would a page reach me? And what the two bells sound like. */
export function Reach({ contact }: { contact: ContactRow }) {
  const canRing = useSyncExternalStore(onBell, isBellUnlocked);
  const { isFine, says } = reachOf(contact, canRing);
  const sound = async (urgency: 'high' | 'low') => {
    await unlockBell();
    ring(urgency);
  };
  return (
    <div className={`mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 ${isFine ? 'bg-hover' : 'bg-warn-ground'}`}>
      <p className={`min-w-0 flex-1 basis-72 font-medium ${isFine ? 'text-done' : 'text-warn'}`}>
        {isFine && '✓ '}
        {says}
      </p>
      <div className="flex gap-2">
        <Button onClick={() => void sound('high')}>High bell</Button>
        <Button onClick={() => void sound('low')}>Low bell</Button>
      </div>
    </div>
  );
}
