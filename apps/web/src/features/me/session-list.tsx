import type { SessionShown } from '@tocsin/contracts/access/noun.js';
import { useState } from 'react';
import { useEndSessions } from '../../data/session/access.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';
import { Ago, Day } from '../../ui/time.js';
import { deviceOf } from './device.js';

/** Active sessions; the sockets of an ended session close at once. */
export function SessionList({ personId, sessions }: { personId: string; sessions: readonly SessionShown[] }) {
  const end = useEndSessions(personId);
  const [ending, setEnding] = useState<string | null>(null);
  const endOne = async (key: string) => {
    setEnding(key);
    await end(key === 'others' ? undefined : key);
    setEnding(null);
  };
  const inOrder = [...sessions].toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeenAt.localeCompare(a.lastSeenAt));
  return (
    <Section
      title="Active sessions"
      aside={
        sessions.length > 1 && (
          <Button busy={ending === 'others'} onClick={() => void endOne('others')}>
            End all other sessions
          </Button>
        )
      }
    >
      <ul>
        {inOrder.map(({ key, isThis, userAgent, address, createdAt, lastSeenAt }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/70 py-2">
            <span className="font-medium" title={userAgent}>
              {deviceOf(userAgent)}
            </span>
            {isThis && <span className="text-done">✓ this session</span>}
            <span className="text-xs text-muted">
              {address && `${address} · `}since <Day at={createdAt} /> · seen <Ago at={lastSeenAt} />
            </span>
            {!isThis && (
              <Button
                kind="quiet"
                className="ml-auto"
                aria-label={`End the session: ${deviceOf(userAgent)}`}
                busy={ending === key}
                onClick={() => void endOne(key)}
              >
                End session
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
