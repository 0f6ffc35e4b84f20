import type { SetUpAnswer } from '@tocsin/contracts/http.js';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { bellUnlocked, unlockBell } from '../../data/bell/bell.js';
import { useStore } from '../../data/store.js';
import { useRingingPages } from '../../data/bell/ringing-pages.js';
import { useMe } from '../../data/session/session.js';
import { useAll, useRow } from '../../data/cache/use-view.js';
import { panelClass } from '../../ui/panel.js';
import { useReadiness } from '../readiness/shared/use-readiness.js';
import { useCommand } from '../../data/cache/use-command.js';
import { AddressBox } from '../services/shared/address-box.js';
import { LastSignal } from '../services/shared/last-signal.js';
import { AddressTest } from '../settings/shared/address-test.js';
import type { UpperPart } from '../../ui/when-read.js';
import { Button, buttonClass } from '../../ui/button.js';

/** First steps: hear the test page, then connect monitoring. */
export function SetUpDone({
  made,
  address,
  readiness: Readiness,
}: {
  made: SetUpAnswer;
  address: ReactNode;
  readiness: UpperPart<{ end: boolean }>;
}) {
  const wasTested = useWasTested();
  const isConnected = Boolean(useRow('arrivals', made.integrationId).data?.row);
  const [isReached, setReached] = useState(false);
  const canBeWoken = useReadiness(useMe().personId)?.reach === 'yes';
  return (
    <ol className="grid gap-4">
      <li className="empty:hidden">{address}</li>
      <StepCard number={1} title="Test the sound" isDone={wasTested}>
        <TestAlert serviceId={made.serviceId} wasTested={wasTested} />
      </StepCard>
      <StepCard number={2} title="Connect your monitoring" isDone={isConnected}>
        <p className="mb-4 text-muted">
          Alerts sent here open an alert group on your first service and page you. You can change the service and its policy later.
        </p>
        <Connect made={made} />
        <p className="mt-3 min-h-5" aria-live="polite">
          <LastSignal integrationId={made.integrationId} waiting="Waiting for the first alert…" />
        </p>
      </StepCard>
      <StepCard number={3} title="Public address" isDone={isReached}>
        <PublicAddress made={made} onReached={() => setReached(true)} />
      </StepCard>
      <StepCard number={4} title="Your contact methods" isDone={canBeWoken}>
        <Readiness
          end
          below={
            <Link to="/alerts" className={buttonClass('plain', 'tall')}>
              Go to the alerts
            </Link>
          }
        />
      </StepCard>
    </ol>
  );
}

interface CardProps {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
}

/** One step; its number becomes a tick. */
const StepCard = ({ number, title, isDone, children }: CardProps) => (
  <li className={`grid grid-cols-[28px_minmax(0,1fr)] gap-x-3.5 p-4 sm:p-5 ${panelClass}`}>
    <span
      aria-hidden
      className={`grid size-7 place-items-center rounded-full border-2 font-semibold tabular-nums ${isDone ? 'border-done bg-done text-panel' : 'border-line-field text-muted'}`}
    >
      {isDone ? <Check size={16} strokeWidth={2.5} /> : number}
    </span>
    <div className="min-w-0">
      <h2 className="mb-1 text-base leading-7 font-semibold">
        {title}
        {isDone && <span className="sr-only">, done</span>}
      </h2>
      {children}
    </div>
  </li>
);

/** True from the first page that rings in this tab. */
function useWasTested(): boolean {
  const isRinging = useRingingPages().length > 0;
  const [wasTested, setTested] = useState(false);
  if (isRinging && !wasTested) setTested(true);
  return wasTested;
}

/** Uses the current public address, which may just have been corrected. */
function Connect({ made }: { made: SetUpAnswer }) {
  const url = usePublicAddress(made);
  const { address, key, curl, snippet } = made.connect;
  const now = (text: string): string => text.replaceAll(addressThen(made), url);
  return <AddressBox endpoint={{ address: now(address), key, curl: now(curl), snippet: snippet && now(snippet) }} />;
}

const addressThen = ({ connect: { address } }: SetUpAnswer): string => address.slice(0, address.indexOf('/ingest/'));
const usePublicAddress = (made: SetUpAnswer): string => useAll('organisation')[0]?.url ?? addressThen(made);

function PublicAddress({ made, onReached }: { made: SetUpAnswer; onReached: () => void }) {
  const url = usePublicAddress(made);
  return (
    <>
      <p className="mb-3 text-muted">
        Every link in a page begins with <span className="text-ink">{url}</span>. You can change it in Settings.
      </p>
      <AddressTest url={url} onReached={onReached} />
    </>
  );
}

function TestAlert({ serviceId, wasTested }: { serviceId: string; wasTested: boolean }) {
  const send = useCommand('SendTestAlert', 'send a test alert');
  const isUnlocked = useStore(bellUnlocked);
  const isRinging = useRingingPages().length > 0;
  return (
    <>
      <p className="mb-3 text-muted">
        A test alert pages you, in this browser. Turn the sound up. It resolves automatically after 10 minutes.
      </p>
      <Button
        kind={wasTested ? 'plain' : 'act'}
        size="tall"
        busy={send.isPending}
        onClick={() => {
          void unlockBell();
          send.mutate({ serviceId });
        }}
      >
        Send a test alert
      </Button>
      <output className="mt-2 block min-h-5">
        {wasTested && (
          <span className="font-medium text-done">
            {isRinging ? '✓ Test page received. Press Acknowledge at the top of the screen.' : '✓ Test page received and acknowledged.'}
          </span>
        )}
        {!wasTested && send.isSuccess && <span className="text-muted">Sending…</span>}
        {!isUnlocked && <span className="text-warn"> This tab’s sound is still off; the button above turns it on.</span>}
      </output>
    </>
  );
}
