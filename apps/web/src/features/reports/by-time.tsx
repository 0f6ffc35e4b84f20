import type { ReportOrder, StormsOfReport } from '@tocsin/contracts/reports/reports.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { use, type ReactNode } from 'react';
import { useNavigate, type LinkProps } from '@tanstack/react-router';
import { BarPlot } from '../../ui/charts/bar-plot.js';
import type { Flag } from '../../ui/charts/flags.js';
import { HeatLegend, HeatMap } from '../../ui/charts/heat-map.js';
import { Legend, type LegendEntry } from '../../ui/charts/legend.js';
import { Section } from '../../ui/screen.js';
import { OrderShown } from './count-link.js';
import { dayBars, type DayCount } from './plot-days.js';
import { PlotTable } from './plot-table.js';
import type { ReportProps } from './report-frame.js';
import { dateName, daysWords } from './report-words.js';
import { withChoice } from './search.js';
import { StormLinks } from './storm-links.js';

interface DaysProps extends ReportProps {
  /** `Alerts opened`. */
  what: string;
  order: ReportOrder;
  days: readonly DayCount[];
  /** Counts of the previous period of equal length, drawn as outlines day by day. */
  before: readonly DayCount[] | undefined;
  /** For the table. */
  storms?: StormsOfReport;
  flags: readonly Flag[];
  /** Names of the parts of a bar, where it has several. */
  parts?: readonly [string, string];
  /** What the bar of a day counts. */
  linkTo: (day: string) => LinkProps;
  renderLink: (count: number, day: string) => ReactNode;
}

const noStorms: StormsOfReport = [];
const sumOf = ({ parts }: DayCount): number => parts.reduce((sum, one) => sum + one, 0);

/** A bar for each day, that of the period before as an outline, and the numbers as a table. */
export function ByDay({ search, onSearch, what, order, days, before, storms = noStorms, flags, parts, linkTo, renderLink }: DaysProps) {
  const navigate = useNavigate();
  const hasLists = use(OrderShown) !== null;
  const bars = dayBars(order, days, before);
  const earlier = `${daysWords(bars.length)} before`;
  const legend: LegendEntry[] = parts
    ? [
        ['data', parts[0]],
        ['soft', parts[1]],
      ]
    : [['data', 'this period']];
  return (
    <Section title={`${what} by day`} aside={<Legend entries={[...legend, ['before', earlier]]} />}>
      <BarPlot
        name={`${what} by day`}
        summary={maxWords(days, what)}
        bars={bars}
        flags={flags}
        readingOf={(index) => {
          const bar = bars[index]!;
          return {
            title: bar.name,
            rows: [
              [what, `${bar.parts.reduce((sum, one) => sum + one, 0)}`],
              ...(parts ?? []).map((part, n) => [part, `${bar.parts[n] ?? 0}`] as const),
              ...(bar.before === undefined ? [] : [[earlier, `${bar.before}`] as const]),
            ],
          };
        }}
        {...(hasLists && { onOpen: (index) => void navigate(linkTo(bars[index]!.key) as Parameters<typeof navigate>[0]) })}
        onNarrow={(from, to) => onSearch(withChoice(search, { days: '', from: bars[from]!.key, to: bars[to]!.key }))}
      />
      <p className="text-xs text-faint max-sm:hidden print:hidden">Drag to narrow</p>
      <PlotTable
        what={what}
        caption="Day"
        marked={storms.length > 0 ? 'Alert storms' : undefined}
        lines={days.map((one) => ({
          key: dateName(one.day),
          count: renderLink(sumOf(one), one.day),
          marks: <StormLinks storms={storms.filter((storm) => storm.day === one.day)} />,
        }))}
      />
    </Section>
  );
}

const maxWords = (days: readonly DayCount[], what: string): string => {
  const [first] = days.toSorted((a, b) => sumOf(b) - sumOf(a));
  return first ? `Most: ${plural(sumOf(first), what.toLowerCase(), what.toLowerCase())} on ${dateName(first.day)}.` : 'None.';
};

interface HoursProps {
  what: string;
  hours: readonly { readonly hour: number; readonly count: number }[];
  renderLink: (count: number, hour: string, tabIndex: number) => ReactNode;
  children?: ReactNode;
}

/** A field for each hour of the week, with its number. */
export function ByHour({ what, hours, renderLink, children }: HoursProps) {
  const counts = hourCounts(hours);
  return (
    <Section title={`${what} by hour of the week`} aside={<HeatLegend most={Math.max(0, ...counts)} />}>
      <HeatMap
        name={`${what} by hour of the week`}
        counts={counts}
        renderLink={(hour, count, tabIndex) => renderLink(count, `${hour}`, tabIndex)}
      />
      {children}
    </Section>
  );
}

export function hourCounts(hours: HoursProps['hours']): readonly number[] {
  const known = new Map(hours.map(({ hour, count }) => [hour, count]));
  return Array.from({ length: 168 }, (_, hour) => known.get(hour) ?? 0);
}
