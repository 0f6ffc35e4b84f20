import type { HeartbeatShown } from '@tocsin/contracts/heartbeats/noun.js';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll, useRow } from '../../data/cache/use-view.js';
import { useMay } from '../../data/session/session.js';
import { minutesInWords, span } from '../../data/time/times.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { MomentLink } from '../../ui/moment-link.js';
import { Removal } from '../../ui/resource/removal.js';
import { MissingScreen, Nothing, Screen, Section } from '../../ui/screen.js';
import { Ago, At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { Beats } from './beats.js';
import { HeartbeatMark } from './heartbeat-mark.js';
import { clockOffset, scheduleWords, stateWords } from './heartbeat-words.js';
import { PingAddress } from './ping-address.js';

const HeartbeatDialog = lazyPart(() => import('./heartbeat-dialog.js'), 'HeartbeatDialog');

export function HeartbeatScreen({ id }: { id: string }) {
  const reading = useRow('heartbeats', id);
  const row = reading.data?.row;
  if (row === null) return <MissingScreen what="heartbeat" />;
  return row ? (
    <HeartbeatPage row={row} />
  ) : (
    <Screen title="Heartbeat">
      <WhenRead of={[reading]} what="The heartbeat">
        {null}
      </WhenRead>
    </Screen>
  );
}

function HeartbeatPage({ row }: { row: HeartbeatShown }) {
  const integration = useAll('integrations').find(({ id }) => id === row.integrationId);
  const may = useMay('service.configure', { teamId: integration?.teamId ?? null }) && row.state !== 'removed';
  const [isOpen, setOpen] = useState(false);
  return (
    <Screen
      title={row.name}
      aside={
        may && (
          <>
            <RemoveHeartbeat row={row} />
            <Button onClick={() => setOpen(true)}>Change</Button>
          </>
        )
      }
    >
      <p className="-mt-2 mb-4 flex items-center gap-2">
        <HeartbeatMark state={row.state} isSaid />
        <span className="font-medium">{stateWords[row.state]}</span>
        {row.state !== 'inactive' && (
          <span className="text-muted">
            since{' '}
            <MomentLink at={row.stateSince}>
              <At at={row.stateSince} />
            </MomentLink>
          </span>
        )}
      </p>
      <OtherClock row={row} />
      <Facts row={row} serviceId={integration?.serviceId} />
      <Section title="Last runs">
        {row.runs.length === 0 ? <Nothing>No runs yet.</Nothing> : <Beats runs={row.runs} className="my-2 !h-10 !justify-start" />}
        <LastRuns runs={row.runs} />
      </Section>
      <LastOutput row={row} />
      <PingAddress row={row} may={may} />
      {isOpen && <HeartbeatDialog row={row} onClose={() => setOpen(false)} />}
    </Screen>
  );
}

function RemoveHeartbeat({ row }: { row: HeartbeatShown }) {
  const navigate = useNavigate();
  const remove = useCommand('RemoveHeartbeat', 'remove the heartbeat');
  return (
    <Removal
      label="Remove"
      title={`Remove ${row.name}`}
      says="Nobody is paged for the job any more. Its pings are still answered, so that it does not fail by that."
      act="Remove heartbeat"
      onRemove={async () => {
        await remove.mutateAsync({ heartbeatId: row.id });
        await navigate({ to: '/heartbeats' });
      }}
    />
  );
}

/** A wrong zone is the usual cause of false alarms. */
function OtherClock({ row: { schedule, runs } }: { row: HeartbeatShown }) {
  const offset = clockOffset(runs);
  if (offset === null || schedule.kind !== 'cron') return null;
  const words = `${minutesInWords(Math.abs(offset))} ${offset > 0 ? 'after' : 'before'}`;
  return (
    <p className="mb-4 rounded-md border border-warn px-3 py-2">
      Your job seems to run in UTC, or in another zone than {schedule.zone}: its last pings came {words} their marks.
    </p>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-3 py-0.5">
    <dt className="w-32 shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </div>
);

function Facts({ row, serviceId }: { row: HeartbeatShown; serviceId: string | undefined }) {
  const names = useNames();
  const { schedule, grace, longestRun, tolerate, urgency, expectedAt, lastPing, hosts, pings } = row;
  return (
    <dl>
      {serviceId !== undefined && (
        <Fact name="Service">
          <Link to="/services/$id" params={{ id: serviceId }} className="link">
            {names.service(serviceId)}
          </Link>
        </Fact>
      )}
      <Fact name="Expected">
        {scheduleWords(schedule)}
        {expectedAt && (
          <>
            {' '}
            · {row.state === 'healthy' ? 'next' : 'was'} <At at={expectedAt} />
          </>
        )}
      </Fact>
      <Fact name="Grace">{minutesInWords(grace)}</Fact>
      <Fact name="Longest run">{minutesInWords(longestRun)}</Fact>
      {tolerate > 0 && <Fact name="Tolerated">{tolerate} in a row</Fact>}
      <Fact name="Urgency">{urgency}</Fact>
      <Fact name="Last ping">{lastPing ? <Ago at={lastPing.at} /> : 'never'}</Fact>
      {hosts.length > 0 && <Fact name={hosts.length > 1 ? 'Pinged from' : 'From'}>{hosts.toReversed().join(', ')}</Fact>}
      {lastPing?.agent && <Fact name="User agent">{lastPing.agent}</Fact>}
      <Fact name="Pings">{pings.toLocaleString('en')}</Fact>
    </dl>
  );
}

const listed = 10;
const resultWords = { success: 'succeeded', fail: 'failed', missed: 'missed' } as const;

const LastRuns = ({ runs }: Pick<HeartbeatShown, 'runs'>) => (
  <ul>
    {runs
      .slice(-listed)
      .toReversed()
      .map(({ at, result, millis }, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- several may have ended in one instant
        <li key={`${at} ${n}`} className="flex gap-4 border-b border-line/70 py-1 tabular-nums">
          <span className="w-40">
            <MomentLink at={at}>
              <At at={at} seconds className="text-muted" />
            </MomentLink>
          </span>
          <span className={result === 'success' ? 'w-24' : 'w-24 text-warn'}>{resultWords[result]}</span>
          <span className="text-muted">{millis === null ? '' : span(millis)}</span>
        </li>
      ))}
  </ul>
);

function LastOutput({ row: { lastPing } }: { row: HeartbeatShown }) {
  if (!lastPing?.outputIn) return null;
  return (
    <Section title="Last output">
      {lastPing.details && (
        <pre className="max-h-72 overflow-auto rounded-md border border-line bg-well p-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
          {lastPing.details}
        </pre>
      )}
      <p className="mt-1 text-xs text-muted">The history has the whole output.</p>
    </Section>
  );
}
