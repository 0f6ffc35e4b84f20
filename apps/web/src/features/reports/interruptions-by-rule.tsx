import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { use } from 'react';
import { Nothing, Section } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { OrderShown, OtherLog } from './count-link.js';
import { EventsLink } from './events-link.js';
import { FiguresTable } from './figures-table.js';
import { RuleName } from './rule-name.js';
import { useReport, type ReportQuery } from './use-report.js';

const shown = 6;

/** The alerts that interrupted people most: figures of the noise report over the same range, at the same position of the log. */
export function InterruptionsByRule({ query, order }: { query: ReportQuery; order: ReportOrder }) {
  const isOther = use(OtherLog);
  const { days: _, ...rest } = query;
  const reading = useReport('noise', { ...rest, from: order.from, to: order.to, ordinal: `${order.ordinal}` });
  const rules = reading.data?.figures.rules.filter(({ interruptions }) => interruptions > 0).slice(0, shown) ?? [];
  return (
    <Section title="What interrupted most">
      <WhenRead of={[reading]} what="The alerts" lines={shown}>
        {reading.data && (
          <OrderShown value={isOther ? null : reading.data.order}>
            {rules.length === 0 ? (
              <Nothing>No alert interrupted anyone.</Nothing>
            ) : (
              <FiguresTable
                caption="Alert"
                columns={['Interruptions', 'Sleep hours']}
                lines={rules.map((rule) => ({
                  key: rule.groupId,
                  name: <RuleName rule={rule} />,
                  cells: [
                    <EventsLink key="interruptions" count={rule.interruptions} figure="interruptions" by="rule" of={rule.groupId} />,
                    <EventsLink key="sleep" count={rule.sleep} figure="sleep" by="rule" of={rule.groupId} />,
                  ],
                }))}
              />
            )}
          </OrderShown>
        )}
      </WhenRead>
    </Section>
  );
}
