import { noiseFinding } from '@tocsin/contracts/reports/findings.js';
import type { EventsBy } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { NoiseFigures } from '@tocsin/contracts/reports/reports.js';
import { formatPercent } from '@tocsin/contracts/reports/words.js';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNames } from '../../data/words/names.js';
import { FigureText, KeyFigures } from '../../ui/charts/key-figures.js';
import { ShareBar } from '../../ui/charts/share-bar.js';
import { Section } from '../../ui/screen.js';
import { ByDay } from './by-time.js';
import { CountLink, openingsLink } from './count-link.js';
import { countDelta, pointsDelta, shareOf } from './deltas.js';
import { EventsLink } from './events-link.js';
import { FiguresTable, type FiguresLine } from './figures-table.js';
import type { DayCount } from './plot-days.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { NoiseDrafts } from './noise-drafts.js';
import { NoisyRules } from './noisy-rules.js';
import { SleepByPerson } from './sleep-by-person.js';
import { reportQueryOf, useComparison, type AnswerOf, type Comparison } from './use-report.js';
import { useFlags } from './use-flags.js';
import { weekShares, weekSums } from './weeks.js';

/** Openings, and whether they needed an action. */
export const NoiseScreen = (props: ReportProps) => (
  <ReportFrame {...props} report="noise" title="Noise" finding={({ figures }) => noiseFinding(figures)}>
    {(answer) => answer.figures.all.openings > 0 && <Report answer={answer} {...props} />}
  </ReportFrame>
);

/** Those that needed no one, and the others. */
const partsByDay = ({ days }: NoiseFigures): readonly DayCount[] =>
  days.map(({ day, openings, actionable }) => ({ day, parts: [openings - actionable, actionable] }));

function Report({ answer, search, onSearch }: { answer: AnswerOf<'noise'> } & ReportProps) {
  const { figures, order } = answer;
  const names = useNames();
  const comparison = useComparison('noise', reportQueryOf(search, []), answer);
  const flags = useFlags(order, []);
  return (
    <>
      <Key figures={figures} comparison={comparison} />
      <ByDay
        search={search}
        onSearch={onSearch}
        what="Alerts opened"
        order={order}
        days={partsByDay(figures)}
        before={comparison.before && partsByDay(comparison.before)}
        flags={flags}
        parts={['needed no one', 'actionable']}
        linkTo={(day) => openingsLink(order, { figure: 'openings', by: 'day', of: day })}
        renderLink={(count, day) => <CountLink count={count} figure="openings" by="day" of={day} />}
      />
      <NoisyRules answer={answer} />
      {answer.log === undefined && <NoiseDrafts />}
      <SleepByPerson answer={answer} />
      <Section title="Services">
        <Table
          caption="Service"
          lines={figures.services.map((one) =>
            lineOf(
              one,
              one.id,
              one.id === null ? (
                'No service'
              ) : (
                <Link to="/services/$id" params={{ id: one.id }} className="link">
                  {names.service(one.id)}
                </Link>
              ),
              'service',
            ),
          )}
        />
      </Section>
      <Section title="Integrations">
        <Table
          caption="Integration"
          lines={figures.integrations.map((one) =>
            lineOf(one, one.id, one.id === null ? 'Opened manually' : names.integration(one.id), 'integration'),
          )}
        />
      </Section>
    </>
  );
}

function Key({ figures: { all }, comparison: { before, weeks, last } }: { figures: NoiseFigures; comparison: Comparison<'noise'> }) {
  const sums = (of: (day: NoiseFigures['days'][number]) => number) => weeks && weekSums(weeks.days, last, of);
  const opened = sums(({ openings }) => openings);
  const actionable = sums((day) => day.actionable);
  return (
    <KeyFigures
      figures={[
        {
          label: 'Alerts opened',
          value: <CountLink count={all.openings} figure="openings" />,
          delta: countDelta(all.openings, before?.all.openings, 'neither'),
          trend: opened,
        },
        {
          label: 'Actionable',
          value: (
            <CountLink count={all.actionable} figure="actionable">
              <FigureText text={formatPercent(all.actionable, all.openings)} />
            </CountLink>
          ),
          delta: pointsDelta(shareOf(all.actionable, all.openings), before && shareOf(before.all.actionable, before.all.openings), 'more'),
          trend: actionable && opened && weekShares(actionable, opened),
        },
        {
          label: 'Interruptions not needed',
          value: <EventsLink count={all.needless} figure="needless" />,
          delta: countDelta(all.needless, before?.all.needless),
          trend: sums(({ needless }) => needless),
        },
        {
          label: 'In sleep hours',
          value: <EventsLink count={all.sleep} figure="sleep" />,
          delta: countDelta(all.sleep, before?.all.sleep),
          trend: sums(({ sleep }) => sleep),
        },
      ]}
    />
  );
}

const columns = ['Opened', 'Actionable', 'Interruptions', 'Sleep hours', 'Not needed', 'Flaps', 'Repeats', 'Marked'];

const Table = ({ caption, lines }: { caption: string; lines: readonly FiguresLine[] }) => (
  <FiguresTable caption={caption} columns={columns} drawn="actionable · needed no one" lines={lines} />
);

const lineOf = (counts: NoiseFigures['all'], of: string | null, name: ReactNode, by: EventsBy<'noise'>): FiguresLine => {
  const { openings, actionable, interruptions, sleep, needless, flaps, repeats, marked } = counts;
  const line = { by, of };
  return {
    key: of ?? '',
    name,
    drawing: (
      <ShareBar
        shares={[
          { name: 'actionable', count: actionable, color: 'var(--data-soft)' },
          { name: 'needed no one', count: openings - actionable, color: 'var(--data)' },
        ]}
      />
    ),
    cells: [
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
    ],
  };
};
