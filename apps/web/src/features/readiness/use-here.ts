import type { ContactMethod } from '@tocsin/contracts/contacts.js';
import type { ReadinessFacts } from '@tocsin/contracts/readiness.js';
import { useEffect, useState } from 'react';
import { myMethodHere } from '../../data/device.js';

type Here = NonNullable<ReadinessFacts['here']>;

/** What only this browser knows: that no phone can be rung by its address, or that it may not notify although it is one of my devices. */
export function useHere(personId: string, methods: readonly ContactMethod[] | undefined): Here {
  const [isMine, setMine] = useState(false);
  useEffect(() => {
    if (!window.isSecureContext || !('caches' in window)) return;
    void myMethodHere(personId, methods ?? []).then((method) => setMine(method?.verified === true));
  }, [personId, methods]);
  const mayNotify = !('Notification' in window) || Notification.permission === 'granted';
  return [
    ...(window.isSecureContext ? [] : ['readiness.plain_http' as const]),
    ...(isMine && !mayNotify ? ['readiness.push_not_granted' as const] : []),
  ];
}
