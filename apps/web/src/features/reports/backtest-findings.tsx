import type { BacktestAnswer, BacktestFigures, BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.js';
import { Section, WaitingLines } from '../../ui/screen.js';
import { Day } from '../../ui/time.js';
import { BacktestDifferences } from './backtest-differences.js';
import { useChangeWords } from './backtest-change.js';
import { backtestFinding, effectWords, realWords, rangeOf, rangeWords, sidesOf } from './backtest-words.js';
import { FiguresTable } from './figures-table.js';
import { BacktestHours } from './backtest-hours.js';
import { BacktestKey } from './backtest-key.js';
import { OverBudget } from './over-budget.js';
import { BacktestPeople } from './backtest-people.js';
import { plural, durationText } from '@tocsin/contracts/reports/words.js';
import { Disclosure } from '../../ui/disclosure.js';

const measures: readonly (readonly [string, (figures: BacktestFigures) => number | null, ((value: number | null) => string)?])[] = [
  ['Alert groups', ({ groups }) => groups],
  ['Pages', ({ pages }) => pages],
  ['People paged', ({ people }) => people],
  ['Interruptions', ({ interruptions }) => interruptions],
  ['Interruptions in sleep hours', ({ inSleepHours }) => inSleepHours],
  ['Median time to reach someone', ({ reached }) => reached.median, durationText],
  ['90th percentile time to reach someone', ({ reached }) => reached.p90, durationText],
  ['Alert groups that paged no one', ({ nobody }) => nobody],
  ['Alert groups acknowledged', ({ acknowledged }) => acknowledged],
];

/** Both sides of a backtest: figures, people, hours of the week, and every alert group that differs. */
export function BacktestFindings({ answer, result, page }: { answer: BacktestAnswer; result: BacktestResult; page: number }) {
  const { pin, was, would, differing } = result;
  const { request } = answer;
  const changed = useChangeWords(pin.change, request.log);
  const [before, after] = sidesOf(request);
  return (
    <>
      <p className="max-w-[86ch] text-xl font-medium tracking-tight text-balance">{backtestFinding(result)}</p>
      {result.effect && differing.change > 0 && (
        <p className="mt-1 max-w-3xl">
          {effectWords(result.effect)} {realWords}
        </p>
      )}
      <p className="mt-1 mb-4 max-w-3xl text-xs text-muted">
        {changed !== null && <>{changed}. </>}
        <Day at={pin.from} /> to <Day at={pin.to} />. People’s reactions can’t be replayed. The ranges show three assumptions: they
        acknowledge after the recorded time, after their own median time, or never. Other actions are repeated at their recorded time, and
        providers answer as recorded.{' '}
        {result.impossible + result.lost > 0 && `${plural(result.impossible + result.lost, 'recorded action')} could not be repeated. `}
        {differing.late > 0 &&
          `${differing.late.toLocaleString('en')} ${differing.late === 1 ? 'differs' : 'differ'} only because Tocsin was late or down. `}
        {differing.assumption > 0 &&
          `${differing.assumption.toLocaleString('en')} ${differing.assumption === 1 ? 'differs' : 'differ'} only because of assumptions about people. `}
        {request.log !== undefined && 'The table says nothing of contact methods: everyone is assumed to have a phone.'}
      </p>
      {result.acts.length > 0 && <Acts result={result} log={request.log} />}
      <BacktestKey result={result} />
      <BacktestPeople result={result} sides={[before, after]} log={request.log} />
      <OverBudget weeks={would.recorded.overBudget ?? []} />
      <BacktestHours was={was} would={would.recorded} sides={[before, after]} />
      <Section title="Figures">
        <FiguresTable
          caption="Measure"
          columns={[before, after, 'As recorded', 'Median', 'Never']}
          lines={measures.map(([name, of, words = (value) => `${value ?? '–'}`]) => ({
            key: name,
            name,
            cells: [
              words(of(was)),
              rangeWords(rangeOf(would, of), words),
              words(of(would.recorded)),
              words(of(would.median)),
              words(of(would.never)),
            ],
          }))}
        />
      </Section>
      <Section title="Differences">
        <BacktestDifferences answer={answer} result={result} page={page} />
      </Section>
      <footer className="mt-10 border-t border-line pt-3 text-xs break-all text-muted">
        Events read up to {pin.ordinal.toLocaleString('en')}, decided again from event {(pin.after + 1).toLocaleString('en')}. SHA-256{' '}
        {pin.hash}
      </footer>
    </>
  );
}

const BacktestActs = lazyPart(() => import('./backtest-acts.js'), 'BacktestActs');

/** Folded: most readers need only how many there were. */
function Acts({ result: { acts, impossible, lost }, log }: { result: BacktestResult; log: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure className="mt-2 max-w-3xl" summary="Actions that could not be repeated" onToggle={setOpen}>
      {isOpen && (
        <Suspense fallback={<WaitingLines lines={3} />}>
          <BacktestActs acts={acts} all={impossible + lost} log={log} />
        </Suspense>
      )}
    </Disclosure>
  );
}
