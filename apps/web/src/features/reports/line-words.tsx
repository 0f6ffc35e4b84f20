import type { OpeningCount, EventsOfLine, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { deliveryReasons, type DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { useNames, type Names } from '../../data/words/names.js';
import { channelName, dateName, hourName, rangeName, serviceLabel } from './report-words.js';

export const reasonName = (reason: string): string => deliveryReasons[reason as DeliveryReason] ?? reason;

const lineWords: { readonly [B in NonNullable<OpeningCount['by'] | EventsOfLine['by']>]: (of: string, names: Names) => string } = {
  day: (of) => dateName(of),
  hour: (of) => hourName(Number(of)),
  urgency: (of) => `${of} urgency`,
  service: (of, names) => serviceLabel(of || null, names),
  team: (of, names) => (of === '' ? 'No team' : names.team(of)),
  integration: (of, names) => (of === '' ? 'Opened manually' : names.integration(of)),
  rule: () => 'one alert',
  person: (of, names) => names.person(of),
  channel: (of) => channelName(of),
  failure: (of) => {
    const [channel = '', reason = ''] = of.split(' ');
    return `${channelName(channel)}: ${reasonName(reason)}`;
  },
};

interface Props {
  order: ReportOrder;
  counted: Pick<OpeningCount | EventsOfLine, 'by' | 'of'>;
}

/** The period of a list behind a number, the same as in the report. */
export function ListRange({ order, counted: { by, of } }: Props) {
  const names = useNames();
  const { service, team, urgency, label } = order;
  const parts = [
    rangeName(order),
    by && lineWords[by](of, names),
    service && names.service(service),
    team && names.team(team),
    urgency && `${urgency} urgency`,
    label && `service.${label}`,
  ];
  return <p className="mb-3 text-xs text-muted">{parts.filter(Boolean).join(' · ')}</p>;
}

/** At the end of a list behind a number: what it can be computed from again. */
export const ListFoot = ({ order: { ordinal } }: Pick<Props, 'order'>) => (
  <p className="mt-5 text-xs text-muted">Reproducible: computed from event {ordinal.toLocaleString('en')} of the log.</p>
);
