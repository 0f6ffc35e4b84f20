import type { ReportOrder } from '@tocsin/contracts/reports.js';
import { dayIn } from './use-report.js';

/** Which messages are listed, by the address of their screen. */
export interface MessagesNarrowed {
  readonly person?: string;
  readonly channel?: string;
  readonly outcome?: string;
  readonly service?: string;
  readonly team?: string;
}

/** The messages of the days of a report, by its clock, narrowed as it is. */
export const messagesSearchOf = ({
  from,
  to,
  zone,
  service,
  team,
}: ReportOrder): MessagesNarrowed & { readonly from: string; readonly to: string } => ({
  from: dayIn(zone, Date.parse(from)),
  to: dayIn(zone, Date.parse(to) - 1),
  ...(service === null ? {} : { service }),
  ...(team === null ? {} : { team }),
});
