import type { ReactNode } from 'react';
import { ToastRegion } from '../ui/toast-region.js';
import { ConnectionState } from './connection.js';
import { PageBar } from './page-bar.js';
import { QueueBanner } from './queue-banner.js';
import { SoundButton } from './sound-button.js';
import { useIsSilent } from './use-sound.js';
import { useAttention } from './use-attention.js';
import { useLive } from './use-live.js';
import { useOffline } from './use-offline.js';

/** Enables the sound of this tab on a screen outside the shell. */
export function RingingTab({ children }: { children: ReactNode }) {
  useLive();
  const isSilent = useIsSilent();
  useAttention();
  useOffline();
  return (
    <>
      <header className="sticky top-0 z-30 bg-canvas">
        <div className="flex h-11 items-center justify-end gap-2 px-4">
          {isSilent && <SoundButton isSilent />}
          <ConnectionState />
        </div>
        <PageBar />
        <QueueBanner />
      </header>
      {children}
      <ToastRegion />
    </>
  );
}
