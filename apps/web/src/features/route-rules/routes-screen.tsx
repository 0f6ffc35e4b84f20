import { organisationRouter, type RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import { Link } from '@tanstack/react-router';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { count } from '../../data/words/sentence.js';
import { useNames } from '../../data/words/names.js';
import { HistoryLink } from '../../ui/resource/resource-list.js';
import { Nothing, Screen, Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { LookupsSection } from '../lookups/shared/lookups-section.js';
import { RoutesEditor } from './routes-editor.js';

/** The organisation’s router, and the way to that of each integration. */
export function RoutesScreen() {
  const reading = useEvery('routeRules');
  const row = reading.data?.rows.find(({ id }) => id === organisationRouter);
  const may = useMay('routes.configure');
  return (
    <Screen title="Routes" aside={<HistoryLink of="Routes of the organisation" search={{ stream: `routes-${organisationRouter}` }} />}>
      <WhenRead of={[reading]} what="The routes" lines={4}>
        <p className="-mt-3 mb-4 text-muted">
          These rules are asked first, for alerts of every integration. <Version row={row} />
        </p>
        <RoutesEditor
          router={{ id: organisationRouter, teamId: null }}
          row={row}
          whyNot={!may && `Only ${whoMay('routes.configure')} can change the routes of the organisation.`}
          usual="its integration’s choice"
          rest="Everything else goes by the routes of its integration, and without any to the integration’s service."
          below={
            <>
              <Integrations rows={reading.data?.rows ?? []} />
              <LookupsSection />
            </>
          }
        />
      </WhenRead>
    </Screen>
  );
}

/** Which version applies, and since when. */
export function Version({ row }: { row: RouteRulesRow | undefined }) {
  const names = useNames();
  if (!row) return null;
  return (
    <>
      Version {row.version}, by {names.person(row.by)} <At at={row.changedAt} />.
    </>
  );
}

function Integrations({ rows }: { rows: readonly RouteRulesRow[] }) {
  const names = useNames();
  const integrations = useAll('integrations');
  return (
    <Section title="Routes of integrations">
      {integrations.length === 0 && <Nothing>No integrations yet.</Nothing>}
      <ul>
        {integrations.map(({ id, name, serviceId }) => {
          const rules = rows.find((row) => row.id === id)?.rules ?? [];
          return (
            <li key={id} className="flex min-h-10 flex-wrap items-center gap-x-4 border-b border-line/70 py-1.5">
              <span className="min-w-0 flex-1 basis-60">
                <Link to="/routes/$id" params={{ id }} className="font-medium hover:underline">
                  {name}
                </Link>{' '}
                <span className="text-muted">of {names.service(serviceId)}</span>
              </span>
              <span className="text-muted tabular-nums">{rules.length === 0 ? 'no rules' : count(rules.length, 'rule')}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
