import { sharedReadinessReasons, type SharedReason } from '@tocsin/contracts/people/shared-readiness-reasons.js';
import type { SharedReadiness } from '@tocsin/contracts/people/shared-readiness.js';
import { policyReadiness, serviceReadiness, teamReadiness } from '@tocsin/contracts/people/shared-readiness.js';
import { Link } from '@tanstack/react-router';
import { aheadWords } from '../schedules/shared/ahead-words.js';
import { useClock } from '../../data/time/clock.js';
import { useNames, type Names } from '../../data/words/names.js';
import type { ReactNode } from 'react';
import { useKnownAhead, useKnownAheadReadings } from './shared/use-shared-readiness.js';
import { useAll, useEvery, useRow } from '../../data/cache/use-view.js';
import { methodName } from '../contacts/shared/method-words.js';
import { minutesInWords } from '../../data/time/times.js';
import { ReadinessBox } from './readiness-box.js';

/** `id`: the subject’s id; `below`: content under the box. */
interface PermissionHint {
  readonly id: string;
  readonly below: ReactNode;
}

/** Would a page by this policy reach anyone right now? */
export function PolicyReadiness({ id, below }: PermissionHint) {
  const known = useKnownAhead();
  const reading = useRow('policies', id);
  const policy = reading.data?.row;
  return (
    <ReadinessBox of={[reading, ...useKnownAheadReadings()]} lines={1} below={below}>
      {known && policy && <ReadinessText readiness={policyReadiness(policy, known)} />}
    </ReadinessBox>
  );
}

/** Would an alert on this service reach anyone? Not shown for archived services, which only page their managers. */
export function ServiceReadiness({ id, below }: PermissionHint) {
  const known = useKnownAhead();
  const [reading, policies, connected] = [useRow('services', id), useEvery('policies'), useEvery('integrations')];
  const jobs = useEvery('heartbeats');
  const everybody = useKnownAheadReadings();
  const service = reading.data?.row;
  const policy = policies.data?.rows.find(({ id: policyId }) => policyId === service?.policyId);
  const integrations = connected.data?.rows;
  const isArchived = service?.state === 'archived';
  return (
    <ReadinessBox of={isArchived ? [] : [reading, policies, connected, jobs, ...everybody]} lines={1} below={below}>
      {!isArchived && known && service && policy && integrations && jobs.data && (
        <ReadinessText readiness={serviceReadiness(service, policy, integrations, known, jobs.data.rows)} />
      )}
    </ReadinessBox>
  );
}

/** Whether pages of this team’s policies would reach anyone, and its managers when one is exhausted. */
export function TeamReadiness({ id, below }: PermissionHint) {
  const known = useKnownAhead();
  const reading = useRow('teams', id);
  const owned = useAll('policies').filter(({ teamId, removed }) => teamId === id && !removed);
  const team = reading.data?.row;
  return (
    <ReadinessBox of={[reading, useEvery('policies'), ...useKnownAheadReadings()]} lines={2} below={below}>
      {known && team && <OfTeam {...teamReadiness(team, owned, known)} />}
    </ReadinessBox>
  );
}

function OfTeam({ policies, reasons }: ReturnType<typeof teamReadiness>) {
  const names = useNames();
  return (
    <section id="readiness" aria-label="Readiness" className={`${frame} divide-y divide-line`}>
      {policies.map(({ policyId, readiness }) => (
        <div key={policyId} className="px-4 py-2.5">
          <p>
            <Link to="/policies/$id" params={{ id: policyId }} className="link">
              {names.policy(policyId)}
            </Link>
            : <Sentence readiness={readiness} names={names} />
          </p>
          <Reasons reasons={readiness.reasons} names={names} />
        </div>
      ))}
      <div className="px-4 py-2.5">
        {reasons.length === 0 ? (
          <p className="text-done">✓ A manager would be reached when a policy is exhausted.</p>
        ) : (
          <Reasons reasons={reasons} names={names} />
        )}
      </div>
    </section>
  );
}

const frame = 'scroll-mt-24 overflow-hidden rounded-lg border border-line bg-panel';

function ReadinessText({ readiness }: { readiness: SharedReadiness }) {
  const names = useNames();
  return (
    <section id="readiness" aria-label="Readiness" className={`${frame} px-4 py-2.5`}>
      <p>
        <Sentence readiness={readiness} names={names} />
      </p>
      <Reasons reasons={readiness.reasons} names={names} />
    </section>
  );
}

function Sentence({ readiness: { first, reasons }, names }: { readiness: SharedReadiness; names: Names }) {
  if (reasons.some(({ code }) => code === 'readiness.service_rehearses'))
    return <span className="font-medium text-alarm">Rehearsing: right now no one is paged.</span>;
  if (!first) return <span className="font-medium text-warn">Right now no one can be reached, or only in an open tab.</span>;
  const { personId, method, afterMinutes } = first;
  const who = personId === names.me ? 'you' : names.person(personId);
  return (
    <span className="font-medium text-done">
      ✓ A page would reach {who} {afterMinutes === 0 ? 'at once' : `after ${minutesInWords(afterMinutes)}`}: {methodName(method)}.
    </span>
  );
}

function Reasons({ reasons, names }: { reasons: readonly SharedReason[]; names: Names }) {
  const listed = reasons.filter(({ code }) => code !== 'readiness.policy_reaches_nobody' || reasons.length === 1);
  if (listed.length === 0) return null;
  return (
    <ul className="mt-1 space-y-0.5 text-xs text-warn">
      {listed.map((reason) => (
        <li key={`${reason.code} ${reason.id} ${reason.step} ${reason.ahead?.scheduleId}`}>
          <ReasonLine reason={reason} names={names} />
        </li>
      ))}
    </ul>
  );
}

/** A reason, the people affected, and its fix. */
function ReasonLine({ reason, names }: { reason: SharedReason; names: Names }) {
  const { fix } = sharedReadinessReasons[reason.code];
  return (
    <>
      {reason.ahead ? <UpcomingReason reason={reason} at={reason.ahead} names={names} /> : <CurrentReason reason={reason} names={names} />}{' '}
      <Link to={fix.to} params={{ id: reason.id }} hash={fix.at} className="link whitespace-nowrap">
        {fix.says}
      </Link>
    </>
  );
}

function CurrentReason({ reason: { code, step, personIds = nobody }, names }: { reason: SharedReason; names: Names }) {
  return (
    <>
      {step !== undefined && `Step ${step}`}
      {personIds.map((personId, n) => (
        <span key={personId}>
          {(n > 0 || step !== undefined) && ', '}
          <Person id={personId} names={names} />
        </span>
      ))}
      {(step !== undefined || personIds.length > 0) && ': '}
      {sharedReadinessReasons[code].says}
    </>
  );
}

/** `Payments primary, Sat 28 Nov 09:00 – 17:00, and 3 more times: No one is on call.` */
function UpcomingReason({
  reason: { code, personIds = nobody },
  at,
  names,
}: {
  reason: SharedReason;
  at: NonNullable<SharedReason['ahead']>;
  names: Names;
}) {
  const now = useClock((time) => time - (time % minute));
  return (
    <>
      {personIds.map((personId) => (
        <span key={personId}>
          <Person id={personId} names={names} />,{' '}
        </span>
      ))}
      {names.schedule(at.scheduleId)}, {aheadWords(at, now)}: {sharedReadinessReasons[code].says}
    </>
  );
}

const minute = 60_000;
const nobody: readonly string[] = [];

const Person = ({ id, names }: { id: string; names: Names }) => (
  <Link to="/people/$id" params={{ id }} className="link">
    {id === names.me ? 'You' : names.person(id)}
  </Link>
);
