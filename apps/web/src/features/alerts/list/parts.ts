import type { AlertGroupRow, AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';

/** The sections of the list from top to bottom: firing with high urgency first. */
export const parts = ['firing.high', 'firing.low', 'acknowledged', 'snoozed', 'suppressed', 'resolved'] as const;
export type Part = (typeof parts)[number];

export const partsOf: Readonly<Record<Part, { readonly status: AlertGroupStatus; readonly urgency?: Urgency; readonly heading: string }>> =
  {
    'firing.high': { status: 'firing', urgency: 'high', heading: 'Firing' },
    'firing.low': { status: 'firing', urgency: 'low', heading: 'Firing, low urgency' },
    acknowledged: { status: 'acknowledged', heading: 'Acknowledged' },
    snoozed: { status: 'snoozed', heading: 'Snoozed' },
    suppressed: { status: 'suppressed', heading: 'Suppressed' },
    resolved: { status: 'resolved', heading: 'Resolved' },
  };

/** Whether a row is in another state than the part it is shown in: it keeps its place while the list holds still. */
export const hasMoved = ({ status }: Pick<AlertGroupRow, 'status'>, part: Part): boolean => partsOf[part].status !== status;

/** The heading under which a row of this state is listed. */
export const headingOf = ({ status }: Pick<AlertGroupRow, 'status'>): string | undefined =>
  parts.map((part) => partsOf[part]).find((one) => one.status === status)?.heading;
