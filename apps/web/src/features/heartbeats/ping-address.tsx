import type { HeartbeatShown } from '@tocsin/contracts/heartbeats/noun.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Copy } from '../../ui/copy.js';
import { Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';

const crontabOf = ({ schedule }: HeartbeatShown, address: string): string =>
  `${schedule.kind === 'cron' ? schedule.cron : '*/5 * * * *'}  /path/to/job && curl -fsS -m 10 --retry 5 -o /dev/null ${address}`;

const systemdOf = (address: string): string =>
  `ExecStartPre=-curl -fsS -m 10 --retry 5 ${address}/start
ExecStart=/path/to/job
ExecStopPost=-curl -fsS -m 10 --retry 5 ${address}/\${EXIT_STATUS}`;

/** How the job pings. The address is a secret: it is shown on demand, which is recorded. */
export function PingAddress({ row, may }: { row: HeartbeatShown; may: boolean }) {
  const heartbeatId = row.id;
  const reveal = useCommand('RevealHeartbeatKey', 'show the address');
  const issue = useCommand('IssueHeartbeatKey', 'issue a second address');
  const end = useCommand('EndHeartbeatKey', 'revoke the address');
  const [address, setAddress] = useState<string | null>(null);
  const isNewer = row.keys.length > 1;
  return (
    <Section id="address" title="Address">
      {row.keys.length === 0 && (
        <p className="text-muted">A ping made it: it is pinged by its slug, {row.slug}, with the key of its integration.</p>
      )}
      <ul>
        {row.keys.map(({ keyId, since }, n) => (
          <li key={keyId} className="flex flex-wrap items-center gap-x-3 py-1">
            <span>{isNewer ? (n === 0 ? 'The older address' : 'The newer address') : 'The address'}</span>
            <span className="text-muted">
              since <At at={since} />
            </span>
            {may && (
              <span className="-mx-3 flex gap-1 sm:mr-0 sm:ml-auto">
                <Button
                  kind="quiet"
                  busy={reveal.isPending}
                  onClick={() => reveal.mutate({ heartbeatId, keyId }, { onSuccess: ({ says }) => setAddress(says.address ?? null) })}
                >
                  Show
                </Button>
                {isNewer && (
                  <Confirm
                    label="Revoke"
                    says="A job that still pings it is refused from now on."
                    act="Revoke"
                    busy={end.isPending}
                    onConfirm={() => end.mutate({ heartbeatId, keyId })}
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {may && row.keys.length < heartbeatLimits.liveKeys && (
        <Button
          className="mt-2"
          busy={issue.isPending}
          onClick={() => issue.mutate({ heartbeatId }, { onSuccess: ({ says }) => setAddress(says.address) })}
        >
          Issue {row.keys.length === 0 ? 'an' : 'a second'} address
        </Button>
      )}
      {address && (
        <div className="mt-4 space-y-4">
          <Copy label="Ping" text={`curl -fsS -m 10 --retry 5 -o /dev/null ${address}`} />
          <Copy label="In a crontab" text={crontabOf(row, address)} />
          <Copy label="In a systemd service" text={systemdOf(address)} />
          <p className="text-xs text-muted">
            Add /start before the job and /$? after it, to see how long it takes and to be paged when it fails. A body is kept as its
            output.
          </p>
        </div>
      )}
    </Section>
  );
}
