import { useState, type ComponentType, type ReactNode } from 'react';
import { useAskAgain } from '../data/cache/use-ask-again.js';
import { Screen, LoadFailure, WaitingLines } from './screen.js';

/** A query whose loading state matters. */
export interface Reading {
  readonly data: unknown;
  readonly error: unknown;
  readonly isFetching: boolean;
}

/**
 * Renders its content once all queries are loaded; until then a placeholder, or the error with a retry. “Nothing” is thus shown only after loading.
 * `what`: the subject of “… could not be shown.”
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
 * Shows sections together once all have loaded or failed, so that nothing shifts; until then a placeholder (none without `lines`). Once shown they
 * stay during reloads, because someone may be typing.
 */
export function WhenSettled({ of, lines = 4, children }: { of: readonly Reading[]; lines?: number; children: ReactNode }) {
  const areAll = of.every(({ data, error }) => data !== undefined || error !== null);
  const [isSettled, setSettled] = useState(areAll);
  if (areAll && !isSettled) setSettled(true);
  return (
    <>
      {!isSettled && lines > 0 && <WaitingLines lines={lines} />}
      <div hidden={!isSettled}>{children}</div>
    </>
  );
}

/** Header that renders the rest of a screen once it knows its own height. */
export type UpperPart<Props = object> = ComponentType<Props & { readonly below: ReactNode }>;

/** The screen of one thing, while it is not known which. `what`: `team`, `service` … */
export const ScreenReading = ({ of, what, narrow = true }: { of: Reading; what: string; narrow?: boolean }) => (
  <Screen narrow={narrow} title={what.slice(0, 1).toUpperCase() + what.slice(1)}>
    <WhenRead of={[of]} what={`This ${what}`} lines={8} />
  </Screen>
);
