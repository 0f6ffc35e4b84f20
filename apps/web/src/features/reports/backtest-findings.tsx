import type { BacktestAnswer, BacktestFigures, BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.js';
import { Nothing, Section, WaitingLines } from '../../ui/screen.js';
import { Day } from '../../ui/time.js';
import { BacktestDifferences } from './backtest-differences.js';
import { useChangeWords } from './backtest-change.js';
import { useNamesIn } from './shared/use-imports.js';
import { backtestFinding, rangeOf, rangeWords, sidesOf } from './backtest-words.js';
import { FiguresTable } from './figures-table.js';
import { HeatMap } from './heat-map.js';
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
      <p className="max-w-3xl text-lg leading-7">{backtestFinding(result)}</p>
      <p className="mt-1 max-w-3xl text-xs text-muted">
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
      <People was={was} would={would} log={request.log} />
      <Section title="By hour of the week">
        <div className="grid gap-6 lg:grid-cols-2">
          <Hours title={before} figures={was} />
          <Hours title={`${after}, acknowledged as recorded`} figures={would.recorded} />
        </div>
        <p className="mt-1 text-xs text-muted">In each person’s time zone.</p>
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

const Hours = ({ title, figures: { hours } }: { title: string; figures: BacktestFigures }) => (
  <figure>
    <figcaption className="mb-1">{title}</figcaption>
    <HeatMap what={`Interruptions, ${title.toLowerCase()},`} hours={hours.flatMap((count, hour) => (count > 0 ? [{ hour, count }] : []))} />
  </figure>
);

function People({ was, would, log }: Pick<BacktestResult, 'was' | 'would'> & { log: string | undefined }) {
  const names = useNamesIn(log);
  const sides = [was, would.recorded, would.median, would.never];
  const isLess = sides.some(({ people, persons }) => persons.length < people);
  const ids = [...new Set(sides.flatMap(({ persons }) => persons.map(({ personId }) => personId)))];
  const cells = (personId: string, what: 'pages' | 'interruptions' | 'inSleepHours'): readonly string[] => {
    const of = ({ persons }: BacktestFigures): number => persons.find((one) => one.personId === personId)?.[what] ?? 0;
    return [`${of(was)}`, rangeWords(rangeOf(would, of), String)];
  };
  return (
    <Section title="People">
      {ids.length === 0 ? (
        <Nothing>{isLess ? restrictionHint : 'No one was paged, and no one would have been.'}</Nothing>
      ) : (
        <FiguresTable
          caption="Person"
          columns={[
            'Pages before',
            'Pages after',
            'Interruptions before',
            'Interruptions after',
            'Sleep hours before',
            'Sleep hours after',
          ]}
          lines={ids.map((personId) => ({
            key: personId,
            name: names.person(personId),
            cells: (['pages', 'interruptions', 'inSleepHours'] as const).flatMap((what) => cells(personId, what)),
          }))}
        />
      )}
      {isLess && ids.length > 0 && <p className="mt-2 text-xs text-muted">Some people are hidden. {restrictionHint}</p>}
    </Section>
  );
}

const restrictionHint = 'Individual figures are visible to admins, auditors, the managers of the person’s teams, and the person.';
