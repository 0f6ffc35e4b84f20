import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { limitedUntil, wordsOfReading } from '../data/cache/api.js';
import { useStore } from '../data/store.js';
import { useClock } from '../data/time/clock.js';
import { Button } from './button.js';
import { Panel } from './panel.js';
import { Skeleton } from './skeleton.js';

/** Same width on all screens, so that titles do not move. */
export const frameWidth = 'w-full max-w-[1480px] px-3 sm:px-7';

/** The frame of a screen, with its title, also for the window. `narrow`: width for reading and forms. */
export function Screen({
  title,
  aside,
  children,
  narrow = false,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  narrow?: boolean;
}) {
  useTitle(title);
  return (
    <div className={`${frameWidth} pt-3 pb-24 sm:pt-[18px]`}>
      <div className={narrow ? 'max-w-[800px]' : ''}>
        <header className="mb-4 flex min-h-8 max-sm:px-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="min-w-0 text-xl font-semibold tracking-[-0.012em] wrap-anywhere">{title}</h1>
          {aside && <div className="flex flex-wrap items-center gap-2 whitespace-nowrap">{aside}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}

/** The window’s title; the shell puts the number of pages in front. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Tocsin' ? title : `${title} · Tocsin`;
  }, [title]);
}

/** `id`: anchor for links from other screens. */
export const Section = ({ id, title, aside, children }: { id?: string; title: string; aside?: ReactNode; children: ReactNode }) => (
  <div className="mt-5 first:mt-0 [header+&]:mt-0">
    <Panel id={id} title={title} actions={aside}>
      {children}
    </Panel>
  </div>
);

/** Text of an empty list, with a suggestion. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className="py-1.5 text-muted">{children}</p>;

/** Milliseconds after which loading is announced. */
const longWait = 3_000;

/** Tabs that were refused together don’t come back together: the last of them up to a second later. */
const spread = 1_000;

/** Seconds until the server takes requests again; 0 while it does. */
function useLimitedSeconds(): number {
  const until = useStore(limitedUntil);
  return useClock(() => (Date.now() > until + spread ? 0 : Math.max(1, Math.ceil((until - Date.now()) / 1_000))));
}

/** Placeholder lines during the first load. */
export function WaitingLines({ lines = 4 }: { lines?: number }) {
  const limitedSeconds = useLimitedSeconds();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWait);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output aria-label="Loading" className="block py-2">
      <Skeleton rows={lines} />
      {limitedSeconds > 0 ? (
        <p className="text-muted">Too many requests, trying again in {limitedSeconds} s</p>
      ) : (
        isLong && <p className="text-muted">The server is slow to answer. Still waiting.</p>
      )}
    </output>
  );
}

/** Could not be shown: what, why, that nothing was lost, and a second try. `what`: the subject of a sentence. */
export function LoadFailure({
  what = 'This screen',
  error,
  again,
  busy = false,
}: {
  what?: string;
  error: unknown;
  again: () => void;
  busy?: boolean;
}) {
  return (
    <div role="alert" className="rounded-lg border border-warn-line bg-warn-tint p-4">
      <p className="font-medium">{what} could not be shown.</p>
      <p className="text-muted">{wordsOfReading(error)}</p>
      <Button className="mt-3" onClick={again} busy={busy}>
        Try again
      </Button>
    </div>
  );
}

export const MissingScreen = ({ what }: { what: string }) => (
  <Screen title="Not found" narrow>
    <p className="text-muted">
      There is no {what} at this address. It may have been removed, or the address is cut off.{' '}
      <Link to="/alerts" className="link">
        Go to the alerts
      </Link>
    </p>
  </Screen>
);
