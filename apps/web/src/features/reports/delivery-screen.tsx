import { deliveryFinding } from '@tocsin/contracts/report-findings.js';
import type { DeliveryFigures } from '@tocsin/contracts/reports.js';
import { contactKinds, contactTraits, type ContactKind } from '@tocsin/contracts/contact-kinds.js';
import { deliveryReasons, type DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import { Link } from '@tanstack/react-router';
import { capital } from '../../data/words/capital.js';
import { Nothing, Section } from '../../ui/screen.js';
import { FiguresTable } from './figures-table.js';
import { MessagesLink } from './messages-link.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { tookWords } from '@tocsin/contracts/report-words.js';

/** Attempts by channel with their outcome, and whether due steps were taken. */
export const DeliveryScreen = (props: ReportProps) => (
  <ReportFrame {...props} report="delivery" title="Delivery" finding={({ figures }) => deliveryFinding(figures)}>
    {({ figures: { channels, steps } }) => (
      <>
        {channels.length > 0 && (
          <Section title="Channels">
            <FiguresTable
              caption="Channel"
              columns={['Attempts', 'Retries', 'Sent', 'Delivered', 'Read', 'Failed', 'Sent within', '95% within', 'Delivered within']}
              lines={channels.map((one) => ({
                key: one.channel,
                name: isKind(one.channel) ? (
                  <Link to="/messages" search={{ channel: one.channel }} className="link">
                    {channelWord(one.channel)}
                  </Link>
                ) : (
                  one.channel
                ),
                cells: [
                  isKind(one.channel) ? <MessagesLink key="attempts" count={one.attempts} of={{ channel: one.channel }} /> : one.attempts,
                  one.retries,
                  one.sent,
                  one.delivered,
                  one.read,
                  isKind(one.channel) ? (
                    <MessagesLink key="failed" count={one.failed} of={{ channel: one.channel, outcome: 'failed' }} />
                  ) : (
                    one.failed
                  ),
                  tookWords(one.toSent.p50),
                  tookWords(one.toSent.p95),
                  tookWords(one.toDelivered.p50),
                ],
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
                cells: [steps.due, steps.done, steps.late, tookWords(steps.lateness.p50), tookWords(steps.lateness.max)],
              },
            ]}
          />
        </Section>
      </>
    )}
  </ReportFrame>
);

const channelWord = (kind: ContactKind): string => capital(contactTraits[kind].word);
const isKind = (channel: string): channel is ContactKind => contactKinds.some((kind) => kind === channel);

function Failures({ channels }: Pick<DeliveryFigures, 'channels'>) {
  const lines = channels.flatMap(({ channel, failures }) => failures.map((one) => ({ channel, ...one })));
  if (lines.length === 0) return <Nothing>No attempt failed.</Nothing>;
  return (
    <FiguresTable
      caption="Reason"
      columns={['Channel', 'Attempts']}
      texts={['Channel']}
      lines={lines.map(({ channel, reason, count }) => ({
        key: `${channel} ${reason}`,
        name: deliveryReasons[reason as DeliveryReason] ?? reason,
        cells: isKind(channel)
          ? [channelWord(channel), <MessagesLink key="failed" count={count} of={{ channel, outcome: 'failed' }} />]
          : [channel, count],
      }))}
    />
  );
}
