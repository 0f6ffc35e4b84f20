import type { IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import { organisationRouter, type RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import { Link } from '@tanstack/react-router';
import { useEvery } from '../../data/cache/use-view.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { useNames } from '../../data/words/names.js';
import { HistoryLink } from '../../ui/resource/resource-list.js';
import { MissingScreen, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { RoutesEditor } from './routes-editor.js';
import { Version } from './routes-screen.js';

export function IntegrationRoutesScreen({ id }: { id: string }) {
  const [routes, integrations] = [useEvery('routeRules'), useEvery('integrations')];
  const integration = integrations.data?.rows.find((one) => one.id === id);
  if (integrations.data && !integration) return <MissingScreen what="integration" />;
  return (
    <Screen
      title={integration ? `Routes of ${integration.name}` : 'Routes'}
      aside={<HistoryLink of="These routes" search={{ stream: `routes-${id}` }} />}
    >
      <WhenRead of={[routes, integrations]} what="The routes" lines={4}>
        {integration && <Editor integration={integration} rows={routes.data?.rows ?? []} />}
      </WhenRead>
    </Screen>
  );
}

function Editor({ integration: { id, teamId, serviceId }, rows }: { integration: IntegrationShown; rows: readonly RouteRulesRow[] }) {
  const names = useNames();
  const may = useMay('service.configure', { teamId });
  const row = rows.find((one) => one.id === id);
  const hasFirst = rows.some((one) => one.id === organisationRouter && one.rules.length > 0);
  const service = (
    <Link to="/services/$id" params={{ id: serviceId }} className="link">
      {names.service(serviceId)}
    </Link>
  );
  return (
    <>
      <p className="-mt-3 mb-4 text-muted">
        Integration of {service}.{' '}
        {hasFirst && (
          <>
            The{' '}
            <Link to="/routes" className="link">
              routes of the organisation
            </Link>{' '}
            are asked first.{' '}
          </>
        )}
        <Version row={row} />
      </p>
      <RoutesEditor
        router={{ id, teamId }}
        row={row}
        whyNot={!may && `Only ${whoMay('service.configure')} can change these routes.`}
        usual={`${names.service(serviceId)}, as without a rule`}
        rest={<>Everything else goes to {service}.</>}
      />
    </>
  );
}
