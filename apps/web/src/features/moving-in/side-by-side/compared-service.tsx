import { foreignSystems, type ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { OldSystemShown } from '@tocsin/contracts/side-by-side/noun.js';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useEvery, useView } from '../../../data/cache/use-view.js';
import { useMay } from '../../../data/session/session.js';
import { Panel } from '../../../ui/panel.js';
import { At } from '../../../ui/time.js';
import { WhenRead } from '../../../ui/when-read.js';
import { GoLive, RehearsalRelay } from '../../services/shared/rehearsal-parts.js';
import { Differences } from './differences.js';
import { Verdict } from './verdict.js';

/** The newest alerts that are summed up and listed. */
const mostListed = 200;

const systemOf = (externalKey: string | null | undefined): ForeignSystemName | undefined => {
  const name = externalKey?.split(':')[0] ?? '';
  return Object.hasOwn(foreignSystems, name) ? (name as ForeignSystemName) : undefined;
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
        <RelayedTo serviceId={id} />
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

/** Where what it receives goes, beside Tocsin. */
function RelayedTo({ serviceId }: { serviceId: string }) {
  const rows = useEvery('integrations').data?.rows ?? [];
  const hosts = rows.flatMap((row) => (row.serviceId === serviceId && row.relay ? [row.relay.host] : []));
  return hosts.length === 0 ? null : <p className="wrap-anywhere text-muted">Relayed to {[...new Set(hosts)].join(', ')}.</p>;
}
