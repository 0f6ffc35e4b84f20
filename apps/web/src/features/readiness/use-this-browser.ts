import type { ContactMethod } from '@tocsin/contracts/contact-rows.js';
import type { ReadinessFacts } from '@tocsin/contracts/readiness.js';
import { useEffect, useState } from 'react';
import { isBellUnlocked } from '../../data/bell/bell.js';
import { myMethodHere } from '../../data/bell/device.js';
import { methodHere } from '../../data/bell/push.js';

type Facts = NonNullable<ReadinessFacts['here']>;

interface BrowserReadiness {
  /** That no phone can be rung by its address, that it may not notify although it is one of my devices, or that its sound is locked. */
  readonly facts: Facts;
  /** It is rung while it is locked. */
  readonly isNotified: boolean;
}

const canKeep = window.isSecureContext && 'caches' in window;

const isVerified = (looked: Promise<ContactMethod | undefined>): Promise<boolean> =>
  looked.then(
    (method) => method?.verified === true,
    () => false,
  );

/** What only this browser knows, about whose contact methods these are. Undefined until it is looked up. */
export function useThisBrowser(personId: string, methods: readonly ContactMethod[] | undefined): BrowserReadiness | undefined {
  const [known, setKnown] = useState<{ readonly isMine: boolean; readonly isNotified: boolean }>();
  useEffect(() => {
    if (!methods) return;
    const isMine = canKeep ? isVerified(myMethodHere(personId, methods)) : Promise.resolve(false);
    void Promise.all([isMine, isVerified(methodHere(methods))]).then(([mine, notified]) =>
      setKnown({ isMine: mine, isNotified: notified }),
    );
  }, [personId, methods]);
  // as it was when the screen came: the first press unlocks it, and nothing may move away from under that press
  const [isUnlocked] = useState(isBellUnlocked);
  if (!known) return undefined;
  const mayNotify = !('Notification' in window) || Notification.permission === 'granted';
  const facts: Facts = [
    ...(isUnlocked ? [] : ['readiness.sound_locked' as const]),
    ...(window.isSecureContext ? [] : ['readiness.plain_http' as const]),
    ...(known.isMine && !mayNotify ? ['readiness.push_not_granted' as const] : []),
  ];
  return { facts, isNotified: known.isNotified };
}
