import type { BacktestAct } from '@tocsin/contracts/backtests/backtests.js';
import type { Refusal } from '@tocsin/contracts/refusal.js';
import { refusals } from '@tocsin/contracts/refusals.js';
import { capital } from '../../data/words/capital.js';
import { At } from '../../ui/time.js';
import { actName, actReason } from './backtest-words.js';
import { FiguresTable } from './figures-table.js';
import { GroupNumber } from './group-number.js';
import { useNamesIn } from './shared/use-imports.js';

const texts = ['By', 'Reason'];
const saysOf = (code: string): string | undefined => (refusals as Readonly<Record<string, Refusal>>)[code]?.says;

/** Recorded actions that could not be repeated: who, when, and why not. Loads the texts of all refusals, so it is a chunk of its own. */
export function BacktestActs({ acts, all, log }: { acts: readonly BacktestAct[]; all: number; log: string | undefined }) {
  const names = useNamesIn(log);
  return (
    <>
      <FiguresTable
        caption="Action"
        columns={texts}
        texts={texts}
        lines={acts.map(({ at, by, command, number, refused }, n) => ({
          key: `${n}`,
          name: (
            <>
              {actName(command)} {number !== null && <GroupNumber number={number} log={log} />}
            </>
          ),
          cells: [
            <>
              {capital(names.actor({ ...by, roles: [] }))}
              <At at={at} className="block text-xs text-muted" />
            </>,
            actReason(refused, saysOf),
          ],
        }))}
      />
      {acts.length < all && (
        <p className="mt-1 text-xs text-muted">
          {acts.length.toLocaleString('en')} of {all.toLocaleString('en')} are listed: the first 1,000. Actions that are not about an alert
          group are shown only to people who may see the figures of that person.
        </p>
      )}
    </>
  );
}
