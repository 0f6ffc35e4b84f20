import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import type { ReadinessFacts } from '@tocsin/contracts/people/readiness.js';
import { useEffect, useState } from 'react';
import { isBellUnlocked } from '../../data/bell/bell.js';
import { myMethodHere } from '../../data/bell/device.js';
import { methodHere } from '../../data/bell/push.js';

type Facts = NonNullable<ReadinessFacts['here']>;

interface BrowserReadiness {
  /** Whether this address is plain http, notifications of this own device are blocked, or its sound is off. */
  readonly facts: Facts;
  /** Whether this browser receives push while locked. */
  readonly isNotified: boolean;
}

const canKeep = window.isSecureContext && 'caches' in window;

const isVerified = (looked: Promise<ContactMethod | undefined>): Promise<boolean> =>
  looked.then(
    (method) => method?.verified === true,
    () => false,
  );

/** Capabilities known only to this browser, for its owner’s contact methods. Undefined while loading. */
export function useThisBrowser(personId: string, methods: readonly ContactMethod[] | undefined): BrowserReadiness | undefined {
  const [known, setKnown] = useState<{ readonly isMine: boolean; readonly isNotified: boolean }>();
  useEffect(() => {
    if (!methods) return;
    const isMine = canKeep ? isVerified(myMethodHere(personId, methods)) : Promise.resolve(false);
    void Promise.all([isMine, isVerified(methodHere(methods))]).then(([mine, notified]) =>
      setKnown({ isMine: mine, isNotified: notified }),
    );
  }, [personId, methods]);
  // fixed when the screen opens: the first press turns the sound on, and nothing may move under that press
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
