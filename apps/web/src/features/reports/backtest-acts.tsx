import type { BacktestAct } from '@tocsin/contracts/backtests.js';
import { refusals, type Refusal } from '@tocsin/contracts/refusals.js';
import { Link } from '@tanstack/react-router';
import { capital } from '../../data/words/capital.js';
import { useNames } from '../../data/words/names.js';
import { At } from '../../ui/time.js';
import { actName, actReason } from './backtest-words.js';
import { FiguresTable } from './figures-table.js';

const texts = ['By', 'Reason'];
const saysOf = (code: string): string | undefined => (refusals as Readonly<Record<string, Refusal>>)[code]?.says;

/** Recorded actions that could not be repeated: who, when, and why not. Loads the texts of all refusals, so it is a chunk of its own. */
export function BacktestActs({ acts, all }: { acts: readonly BacktestAct[]; all: number }) {
  const names = useNames();
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
              {actName(command)}{' '}
              {number !== null && (
                <Link to="/alerts/$number" params={{ number: `${number}` }} className="link">
                  #{number}
                </Link>
              )}
            </>
          ),
          cells: [
            <>
              {capital(names.actor({ ...by, roles: [] }))}
              <At at={at} className="block text-[13px] text-muted" />
            </>,
            actReason(refused, saysOf),
          ],
        }))}
      />
      {acts.length < all && (
        <p className="mt-1 text-[13px] text-muted">
          {acts.length.toLocaleString('en')} of {all.toLocaleString('en')} are listed: the first 1,000. Actions that are not about an alert
          group are shown only to people who may see the figures of that person.
        </p>
      )}
    </>
  );
}
