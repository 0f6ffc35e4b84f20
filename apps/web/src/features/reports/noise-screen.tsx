import { noiseFinding } from '@tocsin/contracts/reports/findings.js';
import type { EventsBy } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { NoiseFigures } from '@tocsin/contracts/reports/reports.js';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNames } from '../../data/words/names.js';
import { Nothing, Section } from '../../ui/screen.js';
import { CountLink } from './count-link.js';
import { EventsLink } from './events-link.js';
import { FiguresTable } from './figures-table.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { formatPercent } from '@tocsin/contracts/reports/words.js';
import { RuleName } from './rule-name.js';

/** Openings, and whether they needed an action. */
export const NoiseScreen = (props: ReportProps) => {
  const names = useNames();
  return (
    <ReportFrame {...props} report="noise" title="Noise" finding={({ figures }) => noiseFinding(figures)}>
      {({ figures }) =>
        figures.all.openings > 0 && (
          <>
            <Section title="Rules worth changing">
              {figures.worthChanging.length === 0 ? (
                <Nothing>Every alert group was acknowledged or acted on.</Nothing>
              ) : (
                <FiguresTable
                  caption="Alert"
                  columns={columns}
                  lines={figures.worthChanging.map((rule) => ({
                    key: rule.groupId,
                    name: <RuleName rule={rule} />,
                    cells: cellsOf(rule, { by: 'rule', of: rule.groupId }),
                  }))}
                />
              )}
            </Section>
            <Section title="Services">
              <FiguresTable
                caption="Service"
                columns={columns}
                lines={figures.services.map((one) => ({
                  key: one.id ?? '',
                  name:
                    one.id === null ? (
                      'No service'
                    ) : (
                      <Link to="/services/$id" params={{ id: one.id }} className="link">
                        {names.service(one.id)}
                      </Link>
                    ),
                  cells: cellsOf(one, { by: 'service', of: one.id }),
                }))}
              />
            </Section>
            <Section title="Integrations">
              <FiguresTable
                caption="Integration"
                columns={columns}
                lines={figures.integrations.map((one) => ({
                  key: one.id ?? '',
                  name: one.id === null ? 'Opened manually' : names.integration(one.id),
                  cells: cellsOf(one, { by: 'integration', of: one.id }),
                }))}
              />
            </Section>
          </>
        )
      }
    </ReportFrame>
  );
};

const columns = ['Opened', 'Actionable', 'Interruptions', 'Sleep hours', 'Not needed', 'Flaps', 'Repeats', 'Marked'];
interface Line {
  readonly by: EventsBy<'noise'>;
  readonly of: string | null;
}
const cellsOf = (
  { openings, actionable, interruptions, sleep, needless, flaps, repeats, marked }: NoiseFigures['all'],
  line: Line,
): readonly ReactNode[] => [
  <CountLink key="openings" count={openings} figure="openings" {...line} />,
  <CountLink key="actionable" count={actionable} figure="actionable" {...line}>
    {formatPercent(actionable, openings)}
  </CountLink>,
  <EventsLink key="interruptions" count={interruptions} figure="interruptions" {...line} />,
  <EventsLink key="sleep" count={sleep} figure="sleep" {...line} />,
  <EventsLink key="needless" count={needless} figure="needless" {...line} />,
  <CountLink key="flaps" count={flaps} figure="flaps" {...line} />,
  <EventsLink key="repeats" count={repeats} figure="repeats" {...line} />,
  <CountLink key="marked" count={marked} figure="marked" {...line} />,
];
