import type { ComponentProps, ReactNode } from 'react';
import { Section } from '../../ui/screen.js';
import { DayBars } from './day-bars.js';
import { HeatMap } from './heat-map.js';
import { StormLinks } from './storm-marks.js';
import { PlotTable } from './plot-table.js';
import type { ReportProps } from './report-frame.js';
import { dateName, hourName } from './report-words.js';
import { withChoice } from './search.js';

interface DaysProps extends Pick<ComponentProps<typeof DayBars>, 'what' | 'order' | 'days' | 'before' | 'storms'>, ReportProps {
  /** The count as a link to what is counted. */
  renderLink: (count: number, day: string) => ReactNode;
}

/** A bar for each day, behind it that of the period before, and the numbers as a table. */
export const ByDay = ({ search, onSearch, renderLink, ...bars }: DaysProps) => (
  <Section title="By day">
    <DayBars {...bars} onBrush={(from, to) => onSearch(withChoice(search, { days: '', from, to }))} />
    <PlotTable
      what={bars.what}
      caption="Day"
      marked={bars.storms.length > 0 ? 'Alert storms' : undefined}
      lines={bars.days.map(({ day, count }) => ({
        key: dateName(day),
        count: renderLink(count, day),
        marks: <StormLinks storms={bars.storms.filter((storm) => storm.day === day)} />,
      }))}
    />
  </Section>
);

interface HoursProps extends Pick<ComponentProps<typeof HeatMap>, 'what' | 'hours'> {
  renderLink: (count: number, hour: string) => ReactNode;
  children?: ReactNode;
}

/** A field for each hour of the week, and the numbers as a table. */
export const ByHour = ({ what, hours, renderLink, children }: HoursProps) => (
  <Section title="By hour of the week">
    <HeatMap what={what} hours={hours} />
    <PlotTable
      what={what}
      caption="Hour of the week"
      lines={hours.map(({ hour, count }) => ({ key: hourName(hour), count: renderLink(count, `${hour}`) }))}
    />
    {children}
  </Section>
);
