import type { BacktestFigures } from '@tocsin/contracts/backtests/backtests.js';
import { BarPlot } from '../../ui/charts/bar-plot.js';
import { HeatLegend, HeatMap } from '../../ui/charts/heat-map.js';
import { Legend } from '../../ui/charts/legend.js';
import { Section } from '../../ui/screen.js';
import { PlotTable } from './plot-table.js';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const text = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const atHour = ({ hours: counts }: BacktestFigures, hour: number): number =>
  counts.reduce((sum, count, at) => (at % 24 === hour ? sum + count : sum), 0);

interface Props {
  readonly was: BacktestFigures;
  readonly would: BacktestFigures;
  readonly sides: readonly [string, string];
}

/** Interruptions by hour, before and after: of the day on one axis, of the week on one scale. */
export function BacktestHours({ was, would, sides: [before, after] }: Props) {
  const most = Math.max(0, ...was.hours, ...would.hours);
  const bars = hours.map((hour) => ({
    key: text(hour),
    label: text(hour),
    name: `${text(hour)}–${text((hour + 1) % 24)}`,
    isFirst: hour % 3 === 0,
    parts: [atHour(would, hour)],
    before: atHour(was, hour),
  }));
  return (
    <Section
      title="Interruptions by hour"
      aside={
        <Legend
          entries={[
            ['before', before.toLowerCase()],
            ['data', `${after.toLowerCase()}, acknowledged as recorded`],
          ]}
        />
      }
    >
      <BarPlot
        name="Interruptions by hour of the day"
        summary={`${was.interruptions} before, ${would.interruptions} after.`}
        bars={bars}
        readingOf={(index) => ({
          title: bars[index]!.name,
          rows: [
            [before, `${bars[index]!.before}`],
            [after, `${bars[index]!.parts[0]}`],
          ],
        })}
      />
      <PlotTable
        what="Interruptions"
        caption="Hour"
        lines={bars.map(({ name, before: earlier, parts }) => ({ key: name, count: `${earlier} → ${parts[0]}` }))}
      />
      <div className="mt-4 mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-xs text-muted">By hour of the week, in each person’s time zone</p>
        <HeatLegend most={most} />
      </div>
      <div className="grid gap-5 2xl:grid-cols-2">
        <Week title={before} counts={was.hours} most={most} />
        <Week title={after} counts={would.hours} most={most} />
      </div>
    </Section>
  );
}

const Week = ({ title, counts, most }: { title: string; counts: readonly number[]; most: number }) => (
  <figure className="min-w-0">
    <figcaption className="mb-1 font-medium">{title}</figcaption>
    <HeatMap name={`Interruptions, ${title.toLowerCase()}, by hour of the week`} counts={counts} most={most} />
  </figure>
);
