import { deliveryFinding } from '@tocsin/contracts/reports/findings.js';
import type { DeliveryFigures } from '@tocsin/contracts/reports/reports.js';
import { contactKinds, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Nothing, Section } from '../../ui/screen.js';
import { EventsLink } from './events-link.js';
import { FiguresTable } from './figures-table.js';
import { reasonName } from './line-words.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { channelName } from './report-words.js';
import { durationText } from '@tocsin/contracts/reports/words.js';

/** Attempts by channel with their outcome, and whether due steps were taken. */
export const DeliveryScreen = (props: ReportProps) => (
  <ReportFrame {...props} report="delivery" title="Delivery" finding={({ figures }) => deliveryFinding(figures)}>
    {({ figures: { channels, steps } }) => (
      <>
        {channels.length > 0 && (
          <Section title="Channels">
            <FiguresTable
              caption="Channel"
              columns={['Notifications', 'Retries', 'Sent', 'Delivered', 'Read', 'Failed', 'Sent within', 'p95 within', 'Delivered within']}
              lines={channels.map((one) => ({
                key: one.channel,
                name: isKind(one.channel) ? (
                  <Link to="/messages" search={{ channel: one.channel }} className="link">
                    {channelName(one.channel)}
                  </Link>
                ) : (
                  one.channel
                ),
                cells: cellsOf(one),
              }))}
            />
          </Section>
        )}
        {channels.length > 0 && (
          <Section title="Failures">
            <Failures channels={channels} />
          </Section>
        )}
        <Section title="Escalation steps">
          <FiguresTable
            caption="Steps"
            columns={['Due', 'Taken', 'Late by more than 10 s', 'Median lateness', 'Longest']}
            lines={[
              {
                key: 'all',
                name: 'All',
                cells: stepCellsOf(steps),
              },
            ]}
          />
        </Section>
      </>
    )}
  </ReportFrame>
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
