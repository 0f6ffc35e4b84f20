import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { BackupHealth, HealthAnswer } from '@tocsin/contracts/health.js';
import type { AnchorHealth, SealsHealth } from '@tocsin/contracts/seals/noun.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AuditSection } from './audit-section.js';
import { FailedCalls } from './failed-calls.js';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { dayAndTime, relative } from '../../data/time/times.js';
import { useMay } from '../../data/session/session.js';
import { useNames } from '../../data/words/names.js';
import { useAll } from '../../data/cache/use-view.js';
import { Screen, Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { Progress } from '../../ui/progress.js';

const pollInterval = 2_000;
const waitingWords = (groups: number): string =>
  groups === 0 ? 'no scheduled escalations' : groups === 1 ? '1 scheduled escalation' : `${groups} scheduled escalations`;
const mebibytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20).toLocaleString()} MiB`;
const reserveText: Readonly<Record<HealthAnswer['disk']['reserve'], (bytes: number) => string>> = {
  kept: (bytes) => `, and ${mebibytes(bytes)} reserved for acknowledgements`,
  released: (bytes) => `; the ${mebibytes(bytes)} reserved for acknowledgements are in use, or not reserved yet`,
  none: () => '',
};
const lagWords = (events: number): string => (events === 0 ? 'up to date' : `${events} events behind`);

/** Health for operators: what works, what lags, and background errors. */
export function HealthScreen() {
  const reading = useQuery({
    queryKey: keys.health,
    queryFn: ({ signal }) => api<HealthAnswer>('GET', '/health', { signal }),
    refetchInterval: pollInterval,
  });
  const { data: health, isError } = reading;
  return (
    <Screen narrow title="Health">
      <WhenRead of={[reading]} what="The health of this installation" lines={8} />
      {health && isError && (
        <p role="alert" className="text-warn">
          The server does not answer. What is shown may be old.
        </p>
      )}
      {health && (
        <>
          <Headline health={health} />
          <MailFailing failing={health.mail.failing} />
          <Drift count={health.drift} />
          <Rehearsing services={health.rehearsing} />
          <RebuildProgress {...health.views} />
          <AboveSoftLimit {...health.ingest} />
          <HealthParts health={health} />
          <AuditSection audit={health.audit} />
          <LostChannels />
          <SwitchedOff />
          <FailedCalls />
          <Failures failures={health.failures} />
          <Troubles troubles={health.troubles} />
        </>
      )}
    </Screen>
  );
}

/** One sentence for all of it: also what the audit finds overdue now. */
function Headline({ health: { ok, why, audit } }: { health: HealthAnswer }) {
  const overdue = audit?.overdueMuch ?? 0;
  const problems = ok && overdue > 0 ? [overdue === 1 ? '1 page or timer is overdue' : `${overdue} pages or timers are overdue`] : why;
  const isFine = ok && overdue === 0;
  return (
    <output className={`block pt-1 font-medium ${isFine ? '' : 'text-warn'}`}>
      {isFine ? '✓ All systems operational' : `✕ ${problems.join('; ')}.`}
    </output>
  );
}

const Drift = ({ count }: { count: number }) =>
  count > 0 && (
    <Section title="Configuration files">
      <p className="pt-1">
        {count === 1 ? 'One thing was edited' : `${count} things were edited`} here since their files were applied.{' '}
        <Link to="/settings/files" className="link">
          See what differs
        </Link>
      </p>
    </Section>
  );

function Rehearsing({ services }: { services: HealthAnswer['rehearsing'] }) {
  const names = useNames();
  if (services.length === 0) return null;
  return (
    <Section title="Rehearsals">
      <p className="pt-1 text-alarm">These services page no one until their managers take them live.</p>
      <ul className="grid gap-1 pt-1">
        {services.map(({ serviceId, since }) => (
          <li key={serviceId}>
            <Link to="/services/$id" params={{ id: serviceId }} className="link">
              {names.service(serviceId)}
            </Link>{' '}
            <span className="text-muted">
              since <At at={since} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const MailFailing = ({ failing }: Pick<HealthAnswer['mail'], 'failing'>) =>
  failing && (
    <Section title="Mail errors">
      <p className="pt-1 break-words text-warn">{failing.why}</p>
      <p className="text-muted">
        Since <At at={failing.since} />
      </p>
    </Section>
  );

/** Senders that send more than usual: nothing of it is lost. */
function AboveSoftLimit({ aboveSoftLimit }: HealthAnswer['ingest']) {
  const names = useNames();
  if (aboveSoftLimit.length === 0) return null;
  return (
    <Section title="Integrations above their usual limit">
      <ul className="grid gap-1 pt-1">
        {aboveSoftLimit.map(({ integrationId, signals }) => (
          <li key={integrationId}>
            <span className="font-medium">{names.integration(integrationId)}</span>{' '}
            <span className="text-muted">{signals.toLocaleString('en-GB')} requests in 5 min; all are kept</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RebuildProgress({ rebuilding }: HealthAnswer['views']) {
  if (!rebuilding) return null;
  const { views, ordinal, target } = rebuilding;
  return (
    <Section title="Views are being rebuilt">
      <p className="pt-1 text-muted">
        {views.join(', ')}: {ordinal.toLocaleString()} of {target.toLocaleString()} events
      </p>
      <Progress label="Rebuild" className="mt-2 w-full" value={ordinal} max={target} />
    </Section>
  );
}

const sealWords = ({ size, at, publicKey }: SealsHealth): string =>
  `the first ${size.toLocaleString()} events, ${dayAndTime(at)}. Write the key down elsewhere: ${publicKey}.`;

/** How long ago, by the server’s clock: `6 min ago`. */
const agoOf = (at: string, now: string): string => relative(Math.max(0, Date.parse(now) - Date.parse(at)));

const anchorWords = (anchor: AnchorHealth | null, now: string): string =>
  anchor
    ? `${agoOf(anchor.at, now)} at ${anchor.host}: ${anchor.size.toLocaleString()} events`
    : 'nowhere: anyone who controls this machine could rewrite the history (TOCSIN_ANCHOR_URL, TOCSIN_ANCHOR_MAIL, TOCSIN_ANCHOR_TSA)';

const backupWords = (backup: BackupHealth | null, now: string): string => {
  if (!backup) return 'none: what is on this disk alone is lost with it';
  const { address, failing, last, everyMinutes } = backup;
  const at = address === '' ? '' : ` at ${address}`;
  if (!last) return failing ? `failing${at}` : `not made yet${at}, every ${everyMinutes} min`;
  return `${agoOf(last.at, now)}${at}: ${last.head.toLocaleString()} events${failing ? '; failing since then' : `, every ${everyMinutes} min`}`;
};

const BackupsLink = () => (
  <>
    {' · '}
    <Link to="/settings/backups" className="link">
      Settings
    </Link>
  </>
);

function HealthParts({ health }: { health: HealthAnswer }) {
  const { log, disk, memory, reactor, views, mail, heartbeat, seal, anchor, backup } = health;
  const maySetBackups = useMay('backups.configure');
  const rows: readonly (readonly [string, string])[] = [
    [
      'Log',
      `${log.head.toLocaleString()} events${log.drops ? `, subscription reconnected ${log.drops === 1 ? 'once' : `${log.drops} times`}` : ''}`,
    ],
    ['Disk', `${mebibytes(disk.freeBytes)} free${reserveText[disk.reserve](disk.reserveBytes)}`],
    ['Views', lagWords(memory.lag)],
    [
      'Paging engine',
      `${lagWords(reactor.lag)}, ${waitingWords(reactor.timers)}${reactor.late >= 1 ? `, ${Math.round(reactor.late)} s late` : ''}`,
    ],
    ['Live updates', views.lag === 0 ? 'up to date' : `${lagWords(views.lag)}, ${views.seconds.toFixed(1)} s`],
    ['Mail', mail.configured ? 'set up' : 'not set up yet: Settings › Mail'],
    ['Outward heartbeat', heartbeat.configured ? 'set up' : 'not set up: TOCSIN_HEARTBEAT_URL'],
    ['Seals', seal ? sealWords(seal) : 'the history is not sealed yet'],
    ['Anchored', anchorWords(anchor, health.now)],
    ['Backup', backupWords(backup, health.now)],
    ['Profile', health.profile],
    ...(health.data === null ? [] : [['Data', health.data] as const]),
  ];
  return (
    <Section title="Components">
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-y-1.5 pt-1 sm:grid-cols-[11rem_minmax(0,1fr)]">
        {rows.map(([name, says]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">
              {says}
              {name === 'Backup' && maySetBackups && <BackupsLink />}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Channels that the bot was removed from. */
function LostChannels() {
  const lost = useAll('eventSubscriptions').filter((one) => one.lost);
  if (lost.length === 0) return null;
  return (
    <Section title="Channels that take nothing">
      <ul className="grid gap-2 pt-1">
        {lost.map(({ id, teamId, name, lost: since }) => (
          <li key={id} className="border-b border-line pb-2">
            <p className="break-words">
              <SubscriptionLink name={name} teamId={teamId} />: {deliveryReasons[since!.reason]}
            </p>
            <p className="text-muted">
              Since <At at={since!.at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Event subscriptions that are still off after failing for a day. */
function SwitchedOff() {
  const failed = useAll('eventSubscriptions').filter(({ disabled }) => disabled?.because === 'failing');
  if (failed.length === 0) return null;
  return (
    <Section title="Event subscriptions that were switched off">
      <ul className="grid gap-2 pt-1">
        {failed.map(({ id, teamId, name, host, disabled }) => (
          <li key={id} className="border-b border-line pb-2">
            <p className="break-words">
              <SubscriptionLink name={name} teamId={teamId} /> {host} accepted no events for 24 hours
            </p>
            <p className="text-muted">
              Off since <At at={disabled!.at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const SubscriptionLink = ({ name, teamId }: { name: string; teamId: string | null }) =>
  teamId === null ? (
    <Link to="/settings/events" className="link font-medium">
      {name}
    </Link>
  ) : (
    <Link to="/teams/$id" params={{ id: teamId }} hash="events" className="link font-medium">
      {name}
    </Link>
  );

function Failures({ failures }: Pick<HealthAnswer, 'failures'>) {
  if (failures.length === 0) return null;
  return (
    <Section title="Failed reactions">
      <ul className="grid gap-2 pt-1">
        {failures.map(({ id, at, kind, what, command, ordinal, reason, replaced }) => (
          <li key={id} className="border-b border-line pb-2">
            <p className="break-words">
              <span className="font-medium">
                {kind} {what}
              </span>{' '}
              {command} {reason}
              {replaced && ' · replaced by a group without alerts'}
            </p>
            <p className="text-muted">
              <At at={at} />
              {ordinal !== null && `, event ${ordinal}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Troubles({ troubles }: Pick<HealthAnswer, 'troubles'>) {
  return (
    <Section title="Background errors since the last start">
      {troubles.length === 0 && <p className="pt-1 text-muted">None.</p>}
      <ul className="grid gap-2 pt-1">
        {troubles.toReversed().map((trouble) => (
          <li key={`${trouble.where} ${trouble.message}`} className="border-b border-line pb-2">
            <p className="break-words">
              <span className="font-medium">{trouble.where}</span> {trouble.message}
            </p>
            <p className="text-muted">
              <At at={trouble.lastAt} />
              {trouble.times > 1 && `, ${trouble.times} times`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
