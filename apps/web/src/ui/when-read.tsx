import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useAskAgain } from '../data/cache/use-ask-again.js';
import { Screen, LoadFailure, WaitingLines } from './screen.js';

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
    return <LoadFailure what={what} error={failed[0]!.error} busy={failed.some(({ isFetching }) => isFetching)} again={askAgain} />;
  return of.every(({ data }) => data !== undefined) ? children : <WaitingLines lines={lines} />;
}

/**
 * What stands below each other and is read apart: shown together once each is read, or known to have failed, so that nothing in it moves
 * when the last one comes. Until then a placeholder, or with no `lines` none. Once shown it stays, also while something is asked for again: somebody may be typing.
 */
export function WhenSettled({ of, lines = 4, children }: { of: readonly Reading[]; lines?: number; children: ReactNode }) {
  const areAll = of.every(({ data, error }) => data !== undefined || error !== null);
  const [isSettled, setSettled] = useState(areAll);
  if (areAll && !isSettled) setSettled(true);
  // whoever was sent to a place in it came before it was there
  const [wasLate] = useState(!areAll);
  useEffect(() => {
    if (isSettled && wasLate && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isSettled, wasLate]);
  return (
    <>
      {!isSettled && lines > 0 && <WaitingLines lines={lines} />}
      <div hidden={!isSettled}>{children}</div>
    </>
  );
}

/** What is drawn above the rest of a screen, and shows that rest once it knows its own height. */
export type UpperPart<Props = object> = ComponentType<Props & { readonly below: ReactNode }>;

/** The screen of one thing, while it is not known which. `what`: `team`, `service` … */
export const ScreenReading = ({ of, what, narrow = true }: { of: Reading; what: string; narrow?: boolean }) => (
  <Screen narrow={narrow} title={what.slice(0, 1).toUpperCase() + what.slice(1)}>
    <WhenRead of={[of]} what={`This ${what}`} lines={8} />
  </Screen>
);
