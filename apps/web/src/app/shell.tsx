import { Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useIsStale } from '../data/cache/use-connection.js';
import { laterPart } from '../ui/lazy-part.js';
import { startWorker } from '../data/offline/start-worker.js';
import { useIsNarrow } from '../ui/use-media.js';
import { ToastRegion } from '../ui/toast-region.js';
import { connection } from '../data/cache/live.js';
import { loadQueue, queued } from '../data/offline/queue.js';
import { loadLater } from '../ui/load-later.js';
import { ConnectionState } from './connection.js';
import { PageBar } from './page-bar.js';
import { StoreBanner } from './store-banner.js';
import { GlobalActions } from './global-actions.js';
import { QueueBanner } from './queue-banner.js';
import { useIsSilent } from './use-sound.js';
import { useCursor } from './use-cursor.js';
import { useLive } from './use-live.js';

const retryInterval = 20_000;

/** Sends queued actions when the network is back. Part of the first screen: an action that is queued before the stored ones are loaded replaces them. */
function useQueueSender(): void {
  const client = useQueryClient();
  useEffect(() => {
    const trySending = () => {
      if (connection.now().state !== 'live' || queued().length === 0) return;
      void loadLater(() => import('../data/offline/send-queue.js')).then(({ sendQueued }) => sendQueued(client));
    };
    void loadQueue(client).then(trySending);
    const stop = connection.on(trySending);
    const timer = setInterval(trySending, retryInterval);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [client]);
}

// around the list of alerts, which is drawn first: their places are reserved, and each is retried until it is loaded
const Rail = laterPart(() => import('./rail.js'), 'Rail');
const PhoneTop = laterPart(() => import('./phone-frame.js'), 'PhoneTop');
const BottomNavigation = laterPart(() => import('./phone-frame.js'), 'BottomNavigation');
const SettingsNavigation = laterPart(() => import('./settings-navigation.js'), 'SettingsNavigation');
const PastScreen = laterPart(() => import('./past/past-screen.js'), 'PastScreen');
const AfterFirstScreen = laterPart(() => import('./after-first-screen.js'), 'AfterFirstScreen');

/** The frame around every screen of a signed-in person. */
export function Shell() {
  useLive();
  useQueueSender();
  useEffect(() => void startWorker(), []);
  const isWall = useSearch({ strict: false, select: ({ wall }) => wall === true });
  const afterFirstScreen = (
    <Suspense>
      <AfterFirstScreen isWall={isWall} />
    </Suspense>
  );
  // a wall screen is not operated: it has no controls, and shows its own age
  if (isWall)
    return (
      <>
        <Outlet />
        {afterFirstScreen}
      </>
    );
  return (
    <>
      <Frame>
        <ScreenOfMoment />
      </Frame>
      {afterFirstScreen}
    </>
  );
}

/** The screen, as of now or as of the moment in its address. */
function ScreenOfMoment() {
  const at = useCursor();
  if (at === undefined) return <Outlet />;
  return (
    <Suspense>
      <PastScreen at={at} />
    </Suspense>
  );
}

/** The rail at the left, the bar of pages on top; on phones a line on top and a bar at the bottom. */
function Frame({ children }: { children: ReactNode }) {
  const isSilent = useIsSilent();
  const isStale = useIsStale();
  const isNarrow = useIsNarrow();
  const isSettings = useLocation({ select: ({ pathname }) => /^\/(settings|me\b)/.test(pathname) });
  return (
    <div className="sm:grid sm:grid-cols-[56px_minmax(0,1fr)] lg:grid-cols-[220px_minmax(0,1fr)] print:block">
      <a href="#main" className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:m-2 focus:bg-panel focus:p-2">
        Skip to the content
      </a>
      {!isNarrow && (
        <header className="sticky top-0 z-40 h-dvh border-r border-line bg-rail print:hidden">
          <Suspense>
            <Rail isSilent={isSilent} />
          </Suspense>
          <div className="absolute bottom-2.5 left-2.5 flex h-8 max-w-28 items-center sm:max-lg:w-9 sm:max-lg:justify-center">
            <ConnectionState />
          </div>
        </header>
      )}
      {/* the column of the content, as high as the window: the bar of pages stays on its top */}
      <div className="min-h-dvh min-w-0 max-sm:pb-[60px]">
        <div className="sticky top-0 z-30 bg-canvas print:hidden">
          <PageBar />
          {isNarrow && (
            <header className="flex h-11 items-center gap-1 pr-1 pl-4">
              <ConnectionState />
              <Suspense>
                <PhoneTop isSilent={isSilent} />
              </Suspense>
            </header>
          )}
        </div>
        <main id="main" tabIndex={-1} className={`outline-none transition-[filter,opacity] ${isStale ? 'opacity-65 grayscale' : ''}`}>
          <div className="grid w-full max-w-[1480px] gap-2 px-3 pt-3 empty:hidden has-[>output:only-child:empty]:hidden sm:px-7 print:hidden">
            <StoreBanner />
            <QueueBanner />
          </div>
          <div className={isSettings ? 'lg:grid lg:grid-cols-[226px_minmax(0,1fr)]' : ''}>
            {isSettings && (
              <div className="max-lg:hidden print:hidden">
                <Suspense>
                  <SettingsNavigation />
                </Suspense>
              </div>
            )}
            {children}
          </div>
        </main>
      </div>
      <GlobalActions />
      <Suspense>{isNarrow && <BottomNavigation />}</Suspense>
      <ToastRegion />
    </div>
  );
}
