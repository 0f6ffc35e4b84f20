import type { BacktestFigures, BacktestResult, PersonLoad } from '@tocsin/contracts/backtests/backtests.js';
import { useState } from 'react';
import { DivergingBar } from '../../ui/charts/diverging-bar.js';
import { Legend } from '../../ui/charts/legend.js';
import { PairBar } from '../../ui/charts/pair-bar.js';
import { Person } from '../../ui/person.js';
import { hueStyle, huesOf } from '../../ui/person-hue.js';
import { SegmentedControl } from '../../ui/segmented-control.js';
import { Nothing, Section } from '../../ui/screen.js';
import { rangeOf, rangeWords } from './backtest-words.js';
import { FiguresTable } from './figures-table.js';
import { useNamesIn } from './shared/use-imports.js';

type Burden = Exclude<keyof PersonLoad, 'personId'>;
const burdens: readonly (readonly [Burden, string])[] = [
  ['pages', 'Pages'],
  ['interruptions', 'Interruptions'],
  ['inSleepHours', 'Sleep hours'],
];

const segments = burdens.map(([value, label]) => ({ value, label }));

interface Props {
  readonly result: Pick<BacktestResult, 'was' | 'would'>;
  readonly sides: readonly [string, string];
  readonly log: string | undefined;
}

/** Each person before and after: drawn for the chosen burden, as figures for all of them. */
export function BacktestPeople({ result: { was, would }, sides: [before, after], log }: Props) {
  const names = useNamesIn(log);
  const [burden, choose] = useState<Burden>('interruptions');
  const sides = [was, would.recorded, would.median, would.never];
  const isLess = sides.some(({ people, persons }) => persons.length < people);
  const ids = [...new Set(sides.flatMap(({ persons }) => persons.map(({ personId }) => personId)))];
  const loadOf = (figures: BacktestFigures, personId: string, of: Burden): number =>
    figures.persons.find((one) => one.personId === personId)?.[of] ?? 0;
  const changeOf = (personId: string): number => loadOf(would.recorded, personId, burden) - loadOf(was, personId, burden);
  const top = Math.max(1, ...ids.flatMap((id) => [was, would.recorded].map((side) => loadOf(side, id, burden))));
  const hues = huesOf(ids);
  const most = Math.max(1, ...ids.map((id) => Math.abs(changeOf(id))));
  if (ids.length === 0)
    return (
      <Section title="People">
        <Nothing>{isLess ? restrictionHint : 'No one was paged, and no one would have been.'}</Nothing>
      </Section>
    );
  return (
    <Section
      title="People"
      aside={
        <div className="flex flex-wrap items-center gap-4">
          <Legend
            entries={[
              ['before', before.toLowerCase()],
              ['data', after.toLowerCase()],
            ]}
          />
          <SegmentedControl label="Compare" value={burden} segments={segments} onChange={choose} />
        </div>
      }
    >
      <FiguresTable
        caption="Person"
        columns={burdens.flatMap(([, word]) => [`${word} before`, `${word} after`])}
        drawn={<Heads />}
        lines={ids.map((personId) => ({
          key: personId,
          name: <Person personId={personId} name={names.person(personId)} hue={hues.get(personId)} />,
          drawing: (
            <span className="person grid grid-cols-[2fr_1fr_2.5rem] items-center gap-3" style={hueStyle(hues.get(personId)!)}>
              <PairBar
                before={loadOf(was, personId, burden)}
                after={loadOf(would.recorded, personId, burden)}
                top={top}
                color="var(--person-edge)"
              />
              <DivergingBar value={changeOf(personId)} most={most} color="var(--person-edge)" />
              <span className="text-xs">{signedCount(changeOf(personId))}</span>
            </span>
          ),
          cells: burdens.flatMap(([of]) => [
            `${loadOf(was, personId, of)}`,
            rangeWords(
              rangeOf(would, (figures) => loadOf(figures, personId, of)),
              String,
            ),
          ]),
        }))}
      />
      {isLess && <p className="mt-2 text-xs text-muted">Some people are hidden. {restrictionHint}</p>}
    </Section>
  );
}

const signedCount = (change: number): string => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0');

const Heads = () => (
  <span className="grid grid-cols-[2fr_1fr_2.5rem] gap-3 text-left">
    <span>acknowledged as recorded</span>
    <span className="flex justify-between">
      <span>fewer</span>
      <span>more</span>
    </span>
    <span />
  </span>
);

const restrictionHint = 'Individual figures are visible to admins, auditors, the managers of the person’s teams, and the person.';
