import type { AlertGroupRow, AlertGroupStatus } from '@tocsin/contracts/alert-groups.js';
import { useState } from 'react';

/** Where a row stands: it keeps its place although its state changes, for as long as the list is held. */
export interface Place {
  readonly id: string;
  readonly section: AlertGroupStatus;
}

const sections: readonly AlertGroupStatus[] = ['firing', 'acknowledged', 'resolved'];

/** Firing first, then held, then over; the newest first in each. */
export const places = (rows: readonly AlertGroupRow[]): readonly Place[] =>
  sections.flatMap((section) =>
    rows
      .filter(({ status }) => status === section)
      .toSorted((a, b) => b.openedAt.localeCompare(a.openedAt) || b.number - a.number)
      .map(({ id }) => ({ id, section })),
  );

/** How many rows wait behind “3 new”. */
export function waitingFor(held: readonly Place[], wanted: readonly Place[]): number {
  const shown = new Set(held.map(({ id }) => id));
  return wanted.filter(({ id }) => !shown.has(id)).length;
}

/** The places shown: as they were when the list began to be held, else as they should be. */
export function useSettled(wanted: readonly Place[], isHeld: boolean) {
  const [held, setHeld] = useState<readonly Place[] | null>(null);
  if (isHeld && held === null) setHeld(wanted);
  if (!isHeld && held !== null) setHeld(null);
  const shown = held ?? wanted;
  return { shown, waiting: waitingFor(shown, wanted), settle: () => setHeld(isHeld ? wanted : null) };
}
