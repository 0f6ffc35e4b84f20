import type { RehearsalRow } from '@tocsin/contracts/alert-groups/rehearsals.js';
import { foreignSystems, type ForeignSystemName } from '@tocsin/contracts/moving-in/moving-in.js';
import { relayProblemOf } from '@tocsin/contracts/relays/rehearsal-relay.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { OldSystemShown } from '@tocsin/contracts/side-by-side/noun.js';
import { switchAdviceOf, type NotYet } from '@tocsin/contracts/side-by-side/switch-advice.js';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useEvery, useView } from '../../../data/cache/use-view.js';
import { useMay } from '../../../data/session/session.js';
import { useClock } from '../../../data/time/clock.js';
import { Panel } from '../../../ui/panel.js';
import { At } from '../../../ui/time.js';
import { WhenRead } from '../../../ui/when-read.js';
import { GoLive, RehearsalRelay } from '../../services/shared/rehearsal-parts.js';
import { Differences } from './differences.js';

/** The newest alerts that are summed up and listed. */
const mostListed = 200;

const systemOf = (externalKey: string | null | undefined): ForeignSystemName | undefined => {
  const name = externalKey?.split(':')[0] ?? '';
  return name in foreignSystems ? (name as ForeignSystemName) : undefined;
};

/** One service: what the old system did for its alerts, what Tocsin would have done, and whether it can be switched. */
export function ComparedService({
  service,
  since,
  oldSystems,
}: {
  service: ServiceRow;
  since: string;
  oldSystems: readonly OldSystemShown[];
}) {
  const { id, name, teamId } = service;
  const may = useMay('service.configure', { teamId });
  const params = useMemo(() => ({ where: { serviceId: [id] }, sort: 'openedAt', desc: true, limit: mostListed }), [id]);
  const unexplained = useMemo(
    () => ({ where: { serviceId: [id], compared: ['unexplained'] }, sort: 'openedAt', desc: true, limit: 1 }),
    [id],
  );
  const [newest, differing] = [useView('rehearsals', params), useView('rehearsals', unexplained)];
  const rows = newest.data?.rows ?? [];
  const item = useView(
    'configItems',
    useMemo(() => ({ where: { id: [id] }, limit: 1 }), [id]),
  );
  const system = systemOf(item.data?.rows[0]?.externalKey);
  return (
    <Panel
      title={name}
      actions={
        <>
          <Link to="/services/$id" params={{ id }} className="link">
            Service
          </Link>
          {may && <GoLive isPlain service={service} />}
        </>
      }
    >
      <div className="space-y-2">
        <p>
          Rehearsing since <At at={since} />.
        </p>
        <RehearsalRelay service={service} />
        <WhenRead of={[newest, differing, item]} what={`What ${name} would have done`}>
          {system === undefined ? (
            <p className="text-alarm">
              It has no key of an old system (externalKey, such as pagerduty:api.pagerduty.com:service:PABC123): nothing is compared.
            </p>
          ) : (
            <>
              <Verdict
                {...{ service, since, rows, lastUnexplainedAt: differing.data?.rows[0]?.openedAt ?? null }}
                oldSystem={oldSystems.find((one) => one.id === system)}
              />
              <Differences rows={rows} system={foreignSystems[system].title} isCut={rows.length === mostListed} />
            </>
          )}
        </WhenRead>
      </div>
    </Panel>
  );
}

const notYetWords: Readonly<Record<NotYet, string>> = {
  not_read: 'the old system is not read up to now',
  not_relayed: 'nothing reaches the old system',
  unexplained: 'there was an unexplained difference within a week',
  too_short: 'it was compared for less than a week',
  few_messages: 'fewer than 20 messages there were compared',
};

const sumOf = (people: readonly { readonly messages: number }[]): number => people.reduce((sum, { messages }) => sum + messages, 0);

interface VerdictProps {
  service: ServiceRow;
  since: string;
  rows: readonly RehearsalRow[];
  lastUnexplainedAt: string | null;
  oldSystem: OldSystemShown | undefined;
}

function Verdict({ service, since: rehearsingSince, rows, lastUnexplainedAt, oldSystem }: VerdictProps) {
  const [integrations, relays] = [useEvery('integrations').data?.rows ?? [], useEvery('relays').data?.rows ?? []];
  const compared = rows.filter(({ there }) => there);
  const messages = sumOf(compared.flatMap(({ there }) => there?.people ?? []));
  const isRelayed = relayProblemOf(service, integrations, relays) === null;
  const missing = useClock((now) => switchAdviceOf({ now, rehearsingSince, oldSystem, isRelayed, lastUnexplainedAt, messages }).join(' '));
  const waiting = rows.length - compared.length;
  return (
    <>
      <p className="tabular-nums">
        {messages.toLocaleString('en')} messages there, {sumOf(compared.flatMap(({ people }) => people)).toLocaleString('en')} here, of{' '}
        {compared.length === 1 ? '1 alert' : `${compared.length.toLocaleString('en')} alerts`}
        {waiting > 0 && <span className="text-muted">; {waiting.toLocaleString('en')} not compared</span>}.
      </p>
      {missing === '' ? (
        <output className="block font-medium text-done">✓ 0 unexplained for a week: it can be switched.</output>
      ) : (
        <div>
          <output className="block font-medium">Not yet:</output>
          <ul className="list-disc pl-5">
            {missing.split(' ').map((one) => (
              <li key={one} className={one === 'not_relayed' || one === 'not_read' ? 'text-alarm' : ''}>
                {notYetWords[one as NotYet]}
              </li>
            ))}
          </ul>
          <p className="text-muted">
            Or run{' '}
            <Link to="/reports/drill" search={{ service: service.id }} className="link">
              a drill of its policy
            </Link>
            , and compare it yourself.
          </p>
        </div>
      )}
    </>
  );
}
