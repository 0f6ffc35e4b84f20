import type { AlertGroupStatus } from '@tocsin/contracts/alert-group-rows.js';
import type { Urgency } from '@tocsin/contracts/contacts.js';

/** The sections of the list from top to bottom: firing with high urgency first. */
export const parts = ['firing.high', 'firing.low', 'acknowledged', 'snoozed', 'resolved'] as const;
export type Part = (typeof parts)[number];

export const partsOf: Readonly<Record<Part, { readonly status: AlertGroupStatus; readonly urgency?: Urgency; readonly heading: string }>> =
  {
    'firing.high': { status: 'firing', urgency: 'high', heading: 'Firing' },
    'firing.low': { status: 'firing', urgency: 'low', heading: 'Firing, low urgency' },
    acknowledged: { status: 'acknowledged', heading: 'Acknowledged' },
    snoozed: { status: 'snoozed', heading: 'Snoozed' },
    resolved: { status: 'resolved', heading: 'Resolved' },
  };
