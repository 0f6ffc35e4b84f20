import type { SilenceRow } from '@tocsin/contracts/silences/noun.js';
import { useNames } from '../../data/words/names.js';
import { Panel } from '../../ui/panel.js';
import { Nothing } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { matcherWords } from '../policies/shared/matcher-line.js';

/** What was muted. */
export function SilencesThen({ rows }: { rows: readonly SilenceRow[] }) {
  const names = useNames();
  return (
    <Panel title="Silences" count={rows.length}>
      {rows.length === 0 && <Nothing>Nothing was silenced.</Nothing>}
      <ul>
        {rows.map(({ id, matchers, teamId, by, until }) => (
          <li key={id} className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line/70 py-2 last:border-0">
            <span className="min-w-0 flex-1 basis-56">
              <span className="block font-medium wrap-anywhere">{matchers.map(matcherWords).join(' and ')}</span>
              <span className="block text-xs text-muted">
                {names.team(teamId)} · {names.person(by)}
              </span>
            </span>
            <span className="text-muted tabular-nums">
              until <At at={until} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
