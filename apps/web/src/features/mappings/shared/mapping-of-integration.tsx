import type { IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import { Link } from '@tanstack/react-router';
import { useAll } from '../../../data/cache/use-view.js';
import { At } from '../../../ui/time.js';
import { useMappingSamples } from '../use-mapping.js';

/** How requests of a generic integration are read, with the way to its mapping. */
export function MappingOf({ integration: { id, kind } }: { integration: IntegrationShown }) {
  return kind === 'generic' ? <Line id={id} /> : null;
}

function Line({ id }: { id: string }) {
  const row = useAll('mappings').find((one) => one.id === id);
  const failing = useMappingSamples(id).data?.failing;
  const isMapped = row !== undefined && Object.keys(row.fields).length > 0;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span className="text-muted">
        {isMapped ? `Requests are read by its mapping (version ${row.version}).` : 'Requests are read as generic JSON.'}
      </span>
      <Link to="/mappings/$id" params={{ id }} className="link">
        {isMapped ? 'Edit mapping' : 'Add a mapping'}
      </Link>
      {failing && (
        <span className="text-warn">
          Failing since <At at={failing.since} />
        </span>
      )}
    </p>
  );
}
