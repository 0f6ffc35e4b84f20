import type { Measure } from '@tocsin/contracts/reports/measures.js';
import type { Measured, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { durationText } from '@tocsin/contracts/reports/words.js';
import { useNavigate } from '@tanstack/react-router';
import { BandPlot } from '../../ui/charts/band-plot.js';
import { Section } from '../../ui/screen.js';
import { daySlot } from './plot-days.js';
import { PlotTable } from './plot-table.js';
import { measureName } from './report-words.js';
import { useFlags } from './use-flags.js';
import { dayPlus, firstOfWeeks, shownWeeks, weekEnds } from './weeks.js';

interface Props {
  readonly measure: Measure;
  /** Undefined until it is read. */
  readonly measured: Measured | undefined;
  readonly order: ReportOrder;
  readonly last: string;
}

/** The median and the 90th percentile of each of twelve weeks; a week leads to its report. */
export function MeasureByWeek({ measure, measured, order, last }: Props) {
  const navigate = useNavigate();
  const name = measureName(measure);
  const ends = weekEnds(last);
  const from = new Date(Date.parse(order.to) - shownWeeks * 7 * 86_400_000).toISOString();
  const flags = useFlags({ ...order, from }, [], (day) =>
    Math.floor((Date.parse(day) - Date.parse(firstOfWeeks(last))) / (7 * 86_400_000)),
  );
  const points = ends.map((end) => {
    const week = measured?.weeks.find(({ day }) => day === end);
    const start = daySlot(dayPlus(end, -6));
    const title = `${start.name} – ${daySlot(end).name}`;
    return { key: end, label: start.label, name: title, isFirst: true, middle: week?.p50 ?? null, high: week?.p90 ?? null, week };
  });
  const known = points.findLast(({ middle }) => middle !== null);
  return (
    <Section title={`${name} by week`} aside={<span className="text-xs text-muted">{shownWeeks} weeks</span>}>
      <BandPlot
        name={`${name} by week`}
        summary={known ? `Last: half within ${durationText(known.middle)}, 90 % within ${durationText(known.high)}.` : 'None.'}
        points={points}
        flags={flags}
        words={{ middle: `p50 ${durationText(known?.middle ?? null)}`, high: `p90 ${durationText(known?.high ?? null)}` }}
        readingOf={(index) => {
          const { name: title, week } = points[index]!;
          return {
            title,
            rows: [
              ['p50', durationText(week?.p50 ?? null)],
              ['p90', durationText(week?.p90 ?? null)],
              ['Measured', `${week?.measured ?? 0}`],
            ],
          };
        }}
        onOpen={(index) => {
          const to = ends[index]!;
          void navigate({ to: '.', search: (before: object) => ({ ...before, days: undefined, from: dayPlus(to, -6), to }) });
        }}
      />
      <PlotTable
        what={name}
        caption="Week"
        lines={points.map(({ name: title, week }) => ({
          key: title,
          count: week ? `${durationText(week.p50)}, p90 ${durationText(week.p90)}` : '–',
        }))}
      />
    </Section>
  );
}
