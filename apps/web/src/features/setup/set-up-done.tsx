import type { SetUpAnswer } from '@tocsin/contracts/http.js';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { bellUnlocked, unlockBell } from '../../data/bell/bell.js';
import { useStore } from '../../data/store.js';
import { useRingingPages } from '../../data/bell/ringing-pages.js';
import { useAll } from '../../data/cache/use-view.js';
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
  return (
    <ol className="space-y-10">
      <li className="empty:hidden">{address}</li>
      <li>
        <h2 className="text-base font-semibold">1. Test the sound</h2>
        <TestAlert serviceId={made.serviceId} />
      </li>
      <li>
        <h2 className="text-base font-semibold">2. Connect your monitoring</h2>
        <p className="mt-1 mb-4 text-muted">
          Alerts sent here open an alert group on your first service and page you. You can change the service and its policy later.
        </p>
        <Connect made={made} />
        <p className="mt-3 min-h-5" aria-live="polite">
          <LastSignal integrationId={made.integrationId} waiting="Waiting for the first alert…" />
        </p>
      </li>
      <li>
        <h2 className="text-base font-semibold">3. Public address</h2>
        <PublicAddress made={made} />
      </li>
      <li>
        <h2 className="mb-3 text-base font-semibold">4. Your contact methods</h2>
        <Readiness
          end
          below={
            <Link to="/alerts" className={buttonClass('plain', 'tall')}>
              Go to the alerts
            </Link>
          }
        />
      </li>
    </ol>
  );
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

function PublicAddress({ made }: { made: SetUpAnswer }) {
  const url = usePublicAddress(made);
  return (
    <>
      <p className="mt-1 mb-3 text-muted">
        Every link in a page begins with <span className="text-ink">{url}</span>. You can change it in Settings.
      </p>
      <AddressTest url={url} />
    </>
  );
}

function TestAlert({ serviceId }: { serviceId: string }) {
  const send = useCommand('SendTestAlert', 'send a test alert');
  const isUnlocked = useStore(bellUnlocked);
  const isRinging = useRingingPages().length > 0;
  const [wasTested, setTested] = useState(false);
  if (isRinging && !wasTested) setTested(true);
  return (
    <>
      <p className="mt-1 mb-3 text-muted">
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
