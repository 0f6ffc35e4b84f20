import { relayProblemOf } from '@tocsin/contracts/relays/rehearsal-relay.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { useEvery } from '../../../data/cache/use-view.js';
import { At } from '../../../ui/time.js';

/** Without a relay the old system pages for nothing, and there is nothing to compare. */
export function RehearsalRelay({ service }: { service: ServiceRow }) {
  const [integrations, relays] = [useEvery('integrations'), useEvery('relays')];
  if (!integrations.data || !relays.data) return null;
  const problem = relayProblemOf(service, integrations.data.rows, relays.data.rows);
  return (
    problem && (
      <p className="text-alarm">
        {problem.why}{' '}
        {problem.kind === 'failing' ? (
          <>
            Since <At at={problem.since} />.
          </>
        ) : (
          'As long as senders send only here, the old system pages no one either: set a relay at an integration.'
        )}
      </p>
    )
  );
}
