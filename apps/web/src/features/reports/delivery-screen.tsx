import { deliveryFinding } from '@tocsin/contracts/reports/findings.js';
import type { DeliveryFigures } from '@tocsin/contracts/reports/reports.js';
import { contactKinds, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { durationText, formatPercent } from '@tocsin/contracts/reports/words.js';
import { FigureText, KeyFigures } from '../../ui/charts/key-figures.js';
import { Legend } from '../../ui/charts/legend.js';
import { ShareBar } from '../../ui/charts/share-bar.js';
import { Nothing, Section } from '../../ui/screen.js';
import { ByDay } from './by-time.js';
import { countDelta, pointsDelta, shareOf } from './deltas.js';
import { EventsLink, eventsLink } from './events-link.js';
import { FiguresTable } from './figures-table.js';
import { reasonName } from './line-words.js';
import type { DayCount } from './plot-days.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { channelName } from './report-words.js';
import { reportQueryOf, useComparison, type AnswerOf, type Comparison } from './use-report.js';
import { useFlags } from './use-flags.js';
import { weekShares, weekSums } from './weeks.js';

/** Attempts by channel with their outcome, and whether due steps were taken. */
export const DeliveryScreen = (props: ReportProps) => (
  <ReportFrame {...props} report="delivery" title="Delivery" finding={({ figures }) => deliveryFinding(figures)}>
    {(answer) => <Report answer={answer} {...props} />}
  </ReportFrame>
);

/** Those that did not fail, and those that did. */
const partsByDay = ({ days }: DeliveryFigures): readonly DayCount[] =>
  days.filter(({ attempts }) => attempts > 0).map(({ day, attempts, failed }) => ({ day, parts: [attempts - failed, failed] }));

function Report({ answer, search, onSearch }: { answer: AnswerOf<'delivery'> } & ReportProps) {
  const { figures, order } = answer;
  const { channels, steps } = figures;
  const comparison = useComparison('delivery', reportQueryOf(search, []), answer);
  const flags = useFlags(order, []);
  return (
    <>
      <Key figures={figures} comparison={comparison} />
      {channels.length > 0 && (
        <>
          <ByDay
            search={search}
            onSearch={onSearch}
            what="Notifications"
            order={order}
            days={partsByDay(figures)}
            before={comparison.before && partsByDay(comparison.before)}
            flags={flags}
            parts={['not failed', 'failed']}
            linkTo={(day) => eventsLink(order, { figure: 'attempts', by: 'day', of: day })}
            renderLink={(count, day) => <EventsLink count={count} figure="attempts" by="day" of={day} />}
          />
          <Section
            title="Channels"
            aside={
              <Legend
                entries={[
                  ['data', 'delivered'],
                  ['soft', 'sent'],
                  ['rest', 'failed'],
                ]}
              />
            }
          >
            <FiguresTable
              caption="Channel"
              columns={['Notifications', 'Retries', 'Sent', 'Delivered', 'Read', 'Failed', 'Sent within', 'p95 within', 'Delivered within']}
              drawn=""
              lines={channels.map((one) => ({
                key: one.channel,
                name: <ChannelName channel={one.channel} />,
                drawing: <Outcomes channel={one} />,
                cells: cellsOf(one),
              }))}
            />
          </Section>
          <Section title="Failures">
            <Failures channels={channels} />
          </Section>
        </>
      )}
      <Section title="Escalation steps">
        <FiguresTable
          caption="Steps"
          columns={['Due', 'Taken', 'Late by more than 10 s', 'Median lateness', 'Longest']}
          lines={[{ key: 'all', name: 'All', cells: stepCellsOf(steps) }]}
        />
      </Section>
    </>
  );
}

const sumOf = ({ channels }: DeliveryFigures, what: 'attempts' | 'failed'): number => channels.reduce((sum, one) => sum + one[what], 0);
const failedShare = (figures: DeliveryFigures): number | null => shareOf(sumOf(figures, 'failed'), sumOf(figures, 'attempts'));

function Key({ figures, comparison: { before, weeks, last } }: { figures: DeliveryFigures; comparison: Comparison<'delivery'> }) {
  const [attempts, failed] = [sumOf(figures, 'attempts'), sumOf(figures, 'failed')];
  const sums = (of: (day: DeliveryFigures['days'][number]) => number) => weeks && weekSums(weeks.days, last, of);
  const sent = sums((day) => day.attempts);
  const failures = sums((day) => day.failed);
  return (
    <KeyFigures
      figures={[
        {
          label: 'Notifications',
          value: <EventsLink count={attempts} figure="attempts" />,
          delta: countDelta(attempts, before && sumOf(before, 'attempts'), 'neither'),
          trend: sent,
        },
        {
          label: 'Failed',
          value: (
            <EventsLink count={failed} figure="failed">
              <FigureText text={formatPercent(failed, attempts)} />
            </EventsLink>
          ),
          delta: pointsDelta(failedShare(figures), before && failedShare(before)),
          trend: failures && sent && weekShares(failures, sent),
        },
        {
          label: 'Steps due',
          value: <EventsLink count={figures.steps.due} figure="steps_due" />,
          delta: countDelta(figures.steps.due, before?.steps.due, 'neither'),
          trend: sums(({ due }) => due),
        },
        {
          label: 'Steps late',
          value: <EventsLink count={figures.steps.late} figure="steps_late" />,
          delta: countDelta(figures.steps.late, before?.steps.late),
          trend: sums(({ late }) => late),
        },
      ]}
    />
  );
}

const ChannelName = ({ channel }: { channel: string }) =>
  isKind(channel) ? (
    <Link to="/messages" search={{ channel }} className="link">
      {channelName(channel)}
    </Link>
  ) : (
    channel
  );

const Outcomes = ({ channel: { attempts, sent, delivered, failed } }: { channel: Channel }) => (
  <ShareBar
    shares={[
      { name: 'delivered', count: delivered, color: 'var(--data)' },
      { name: 'sent', count: Math.max(0, sent - delivered), color: 'var(--data-soft)' },
      { name: 'failed', count: Math.min(failed, attempts), color: 'var(--data-before)' },
    ]}
  />
);

type Channel = DeliveryFigures['channels'][number];

const cellsOf = (one: Channel): readonly ReactNode[] => {
  const line = { by: 'channel', of: one.channel } as const;
  return [
    <EventsLink key="attempts" count={one.attempts} figure="attempts" {...line} />,
    <EventsLink key="retries" count={one.retries} figure="retries" {...line} />,
    <EventsLink key="sent" count={one.sent} figure="sent" {...line} />,
    <EventsLink key="delivered" count={one.delivered} figure="delivered" {...line} />,
    <EventsLink key="read" count={one.read} figure="read" {...line} />,
    <EventsLink key="failed" count={one.failed} figure="failed" {...line} />,
    <EventsLink key="median" count={one.toSent.measured} figure="sent" {...line}>
      {durationText(one.toSent.p50)}
    </EventsLink>,
    <EventsLink key="95%" count={one.toSent.measured} figure="sent" {...line}>
      {durationText(one.toSent.p95)}
    </EventsLink>,
    <EventsLink key="to delivered" count={one.toDelivered.measured} figure="delivered" {...line}>
      {durationText(one.toDelivered.p50)}
    </EventsLink>,
  ];
};

const stepCellsOf = ({ due, done, late, lateness }: DeliveryFigures['steps']): readonly ReactNode[] => [
  <EventsLink key="due" count={due} figure="steps_due" />,
  <EventsLink key="taken" count={done} figure="steps_taken" />,
  <EventsLink key="late" count={late} figure="steps_late" />,
  <EventsLink key="median" count={lateness.measured} figure="steps_taken">
    {durationText(lateness.p50)}
  </EventsLink>,
  <EventsLink key="longest" count={lateness.measured} figure="steps_taken">
    {durationText(lateness.max)}
  </EventsLink>,
];

const isKind = (channel: string): channel is ContactKind => contactKinds.some((kind) => kind === channel);

function Failures({ channels }: Pick<DeliveryFigures, 'channels'>) {
  const lines = channels.flatMap(({ channel, failures }) => failures.map((one) => ({ channel, ...one })));
  if (lines.length === 0) return <Nothing>No notification failed.</Nothing>;
  return (
    <FiguresTable
      caption="Reason"
      columns={['Channel', 'Notifications']}
      texts={['Channel']}
      lines={lines.map(({ channel, reason, count }) => ({
        key: `${channel} ${reason}`,
        name: reasonName(reason),
        cells: [channelName(channel), <EventsLink key="attempts" count={count} figure="failed" by="failure" of={`${channel} ${reason}`} />],
      }))}
    />
  );
}
