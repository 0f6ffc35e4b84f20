import type { ReactNode } from 'react';
import { useAskAgain } from '../data/use-ask-again.js';
import { Screen, Unshown, Waiting } from './screen.js';

/** Something that is read: a query, as far as it matters to whoever waits for it. */
export interface Reading {
  readonly data: unknown;
  readonly error: unknown;
  readonly isFetching: boolean;
}

/**
 * Shows what is made of these readings once all are there. Until then a placeholder, or what could not be shown and a second try:
 * “nothing” is said only by somebody who has looked. `what`: the subject of “… could not be shown.”
 */
export function WhenRead({
  of,
  what,
  lines = 3,
  children,
}: {
  of: readonly Reading[];
  what: string;
  lines?: number;
  children?: ReactNode;
}) {
  const askAgain = useAskAgain();
  const failed = of.filter(({ data, error }) => data === undefined && error !== null);
  if (failed.length > 0)
    return <Unshown what={what} error={failed[0]!.error} busy={failed.some(({ isFetching }) => isFetching)} again={askAgain} />;
  return of.every(({ data }) => data !== undefined) ? children : <Waiting lines={lines} />;
}

/** The screen of one thing, while it is not known which. `what`: `team`, `service` … */
export const NotReadYet = ({ of, what, narrow = true }: { of: Reading; what: string; narrow?: boolean }) => (
  <Screen narrow={narrow} title={what.slice(0, 1).toUpperCase() + what.slice(1)}>
    <WhenRead of={[of]} what={`This ${what}`} lines={8} />
  </Screen>
);
