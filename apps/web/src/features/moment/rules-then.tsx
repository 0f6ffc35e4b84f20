import { Link } from '@tanstack/react-router';
import { byId } from '../../data/cache/by-id.js';
import { useAll } from '../../data/cache/use-view.js';
import { minutesInWords } from '../../data/time/times.js';
import { useNames } from '../../data/words/names.js';
import { Panel } from '../../ui/panel.js';
import { Nothing } from '../../ui/screen.js';
import { oneOfWords, targetWords } from '../policies/shared/target-words.js';

/** The versions of policies and routes that were in force. */
export function RulesThen() {
  const names = useNames();
  const policies = useAll('policies').filter(({ removed }) => !removed);
  const routes = useAll('routeRules').filter(({ rules }) => rules.length > 0);
  const integrations = byId(useAll('integrations'));
  return (
    <>
      <Panel title="Escalation policies in force" count={policies.length}>
        {policies.length === 0 && <Nothing>There was no policy.</Nothing>}
        <ul>
          {policies.map(({ id, name, version, steps }) => (
            <li key={id} className="border-b border-line/70 py-2 last:border-0">
              <Link to="/policies/$id" params={{ id }} className="font-medium wrap-anywhere hover:underline">
                {name}
              </Link>{' '}
              <span className="text-faint">version {version}</span>
              <span className="block text-xs text-muted wrap-anywhere">
                {steps
                  .map((step) => {
                    const who = step.targets.map((target) => targetWords(target, names)).join(' and ') || 'no one';
                    return `${oneOfWords(step, who)}, ${minutesInWords(step.waitMinutes)}`;
                  })
                  .join(' → ')}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      {routes.length > 0 && (
        <Panel title="Routes in force" count={routes.length}>
          <ul>
            {routes.map(({ id, version, rules }) => (
              <li key={id} className="border-b border-line/70 py-2 last:border-0">
                <span className="font-medium wrap-anywhere">{integrations.get(id)?.name ?? 'A monitoring system'}</span>{' '}
                <span className="text-faint">version {version}</span>
                <span className="block text-xs text-muted">{rules.length === 1 ? '1 rule' : `${rules.length} rules`}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
