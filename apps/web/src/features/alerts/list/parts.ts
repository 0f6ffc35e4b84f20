import type { AlertGroupRow, AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import { stateWord } from '../shared/state-word.js';

/** The sections of the list from top to bottom: firing with high urgency first. */
export const parts = ['firing.high', 'firing.low', 'acknowledged', 'snoozed', 'suppressed', 'resolved'] as const;
export type Part = (typeof parts)[number];

interface PartRows {
  readonly status: AlertGroupStatus;
  readonly urgency?: Urgency | undefined;
  readonly heading: string;
}

export const partsOf = Object.fromEntries(
  parts.map((part) => {
    const [status, urgency] = part.split('.') as [AlertGroupStatus, Urgency?];
    return [part, { status, urgency, heading: stateWord(status) + (urgency === 'low' ? ', low urgency' : '') }];
  }),
) as Readonly<Record<Part, PartRows>>;

/** Whether a row is in another state than the part it is shown in: it keeps its place while the list holds still. */
export const hasMoved = ({ status }: Pick<AlertGroupRow, 'status'>, part: Part): boolean => partsOf[part].status !== status;

/** The heading under which a row of this state is listed. */
export const headingOf = ({ status }: Pick<AlertGroupRow, 'status'>): string | undefined =>
  parts.map((part) => partsOf[part]).find((one) => one.status === status)?.heading;
