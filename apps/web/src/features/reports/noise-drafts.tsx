import type { BacktestRow } from '@tocsin/contracts/backtests/backtests.js';
import { Link } from '@tanstack/react-router';
import { useAll, useView } from '../../data/cache/use-view.js';
import { serverNow } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { buttonClass } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { useChangeWords } from './backtest-change.js';
import { effectWords } from './backtest-words.js';
import { openDrafts } from './change-drafts.js';
import { useBacktest, useBacktests } from './shared/use-backtests.js';
import { useMayApply } from './use-may-apply.js';

const lastEnding = { sort: 'until', desc: true, limit: 200 };

/** Changes that somebody drafted by a backtest: a manager reviews and applies them. */
export function NoiseDrafts() {
  const rows = useBacktests().data?.rows ?? [];
  const routes = useAll('routeRules');
  const windows = useAll('maintenanceWindows');
  const silences = useView('silences', lastEnding).data?.rows;
  if (!silences) return null;
  const drafts = openDrafts(rows, { routes, windows, silences, now: new Date(serverNow()).toISOString() });
  return (
    drafts.length > 0 && (
      <Section title="Drafts to review">
        <ul>
          {drafts.map((row) => (
            <Draft key={row.id} row={row} />
          ))}
        </ul>
      </Section>
    )
  );
}

function Draft({ row: { id, by, at, request } }: { row: BacktestRow }) {
  const names = useNames();
  const words = useChangeWords(request.change);
  const effect = useBacktest(id).data?.result?.effect;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 first:border-0">
      <span className="min-w-52">
        {words}
        <span className="block text-xs text-muted">
          {by !== null && <>{names.person(by)} · </>}
          <At at={at} />
        </span>
      </span>
      <span className="font-medium">{effect && effectWords(effect)}</span>
      <ReviewLink row={{ id, request }} />
    </li>
  );
}

/** Leads to the backtest, where a manager applies its change. */
export function ReviewLink({ row: { id, request } }: { row: Pick<BacktestRow, 'id' | 'request'> }) {
  const mayApply = useMayApply();
  const isMine = request.change === null || mayApply(request.change);
  return (
    <>
      <Link to="/reports/backtest" search={{ id }} className={buttonClass('plain', 'small')}>
        {isMine ? 'Review and apply' : 'Review'}
      </Link>
      {!isMine && <span className="text-xs text-muted">Waits for a manager of the team</span>}
    </>
  );
}
