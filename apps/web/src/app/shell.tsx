import { Outlet, useSearch } from '@tanstack/react-router';
import { useIsStale } from '../data/cache/use-connection.js';
import { Suspense, useEffect } from 'react';
import { laterPart } from '../ui/lazy-part.js';
import { startWorker } from '../data/offline/start-worker.js';
import { ToastRegion } from '../ui/toast-region.js';
import { AccountMenu } from './account-menu.js';
import { ConnectionState } from './connection.js';
import { StoreBanner } from './store-banner.js';
import { BottomNavigation, TopNavigation } from './navigation.js';
import { GlobalActions } from './global-actions.js';
import { PageBanner } from './page-banner.js';
import { QueueBanner } from './queue-banner.js';
import { SoundPill } from './sound-pill.js';
import { useLive } from './use-live.js';
import { useQueueSender } from './use-queue-sender.js';

const AfterFirstScreen = laterPart(() => import('./after-first-screen.js'), 'AfterFirstScreen');
const DutyStrip = laterPart(() => import('./duty-strip.js'), 'DutyStrip');

/** The frame around every screen of a signed-in person. */
export function Shell() {
  useLive();
  useQueueSender();
  useEffect(() => void startWorker(), []);
  const isStale = useIsStale();
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
      <a href="#main" className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:m-2 focus:bg-panel focus:p-2">
        Skip to the content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-canvas">
        <div className="flex h-12 items-center gap-1 px-3 sm:px-5">
          <TopNavigation />
          <div className="ml-auto flex min-w-0 items-center gap-1">
            {/* the first press removes it: anything to its left would move under that press */}
            <SoundPill />
            <GlobalActions />
            <ConnectionState />
            <AccountMenu />
          </div>
        </div>
        <StoreBanner />
        {/* its place is reserved even while unknown or empty, so that nothing below it moves */}
        <div className="h-8 border-t border-line/70">
          <Suspense>
            <DutyStrip />
          </Suspense>
        </div>
        <PageBanner />
        <QueueBanner />
      </header>
      <main id="main" tabIndex={-1} className={`outline-none transition-[filter,opacity] ${isStale ? 'opacity-65 grayscale' : ''}`}>
        <Outlet />
      </main>
      {afterFirstScreen}
      <BottomNavigation />
      <ToastRegion />
    </>
  );
}
