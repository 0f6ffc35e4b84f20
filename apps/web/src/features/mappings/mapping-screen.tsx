import type { IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import type { MappingRow } from '@tocsin/contracts/mappings/noun.js';
import { Link } from '@tanstack/react-router';
import { useEvery } from '../../data/cache/use-view.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { useNames } from '../../data/words/names.js';
import { HistoryLink } from '../../ui/resource/resource-list.js';
import { MissingScreen, Screen } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { failureWords } from './failure-words.js';
import { MappingEditor } from './mapping-editor.js';
import { useMappingSamples } from './use-mapping.js';

/** How the requests of a generic integration become alerts. */
export function MappingScreen({ id }: { id: string }) {
  const [mappings, integrations] = [useEvery('mappings'), useEvery('integrations')];
  const integration = integrations.data?.rows.find((one) => one.id === id);
  if (integrations.data && integration?.kind !== 'generic') return <MissingScreen what="generic integration" />;
  return (
    <Screen
      title={integration ? `Mapping of ${integration.name}` : 'Mapping'}
      aside={<HistoryLink of="This mapping" search={{ stream: `mapping-${id}` }} />}
    >
      <WhenRead of={[mappings, integrations]} what="The mapping" lines={4}>
        {integration && <Mapping integration={integration} row={mappings.data?.rows.find((one) => one.id === id)} />}
      </WhenRead>
    </Screen>
  );
}

function Mapping({ integration, row }: { integration: IntegrationShown; row: MappingRow | undefined }) {
  const { id, teamId, serviceId } = integration;
  const names = useNames();
  const may = useMay('service.configure', { teamId });
  const { data } = useMappingSamples(id);
  const failing = data?.failing;
  return (
    <>
      <p className="-mt-3 mb-4 text-muted">
        Integration of{' '}
        <Link to="/services/$id" params={{ id: serviceId }} className="link">
          {names.service(serviceId)}
        </Link>
        . Each field is a{' '}
        <a className="link" href="https://docs.jsonata.org/simple" target="_blank" rel="noreferrer">
          JSONata
        </a>{' '}
        expression over the request.{' '}
        {row && (
          <>
            Version {row.version}, by {names.person(row.by)} <At at={row.changedAt} />.
          </>
        )}
      </p>
      {failing && (
        <output className="mb-4 block rounded-lg border border-line bg-warn-tint px-4 py-3">
          Version {failing.version} has failed for {failing.times === 1 ? '1 request' : `${failing.times} requests`} since{' '}
          <At at={failing.since} />: {failureWords(failing.failed)} They were taken as they came; none is lost.
        </output>
      )}
      <MappingEditor
        integration={integration}
        row={row}
        samples={data?.samples ?? []}
        whyNot={!may && `Only ${whoMay('service.configure')} can change this mapping.`}
      />
    </>
  );
}
