import { views, type ViewName, type ViewRow } from '@tocsin/contracts/catalogue.js';
import type { CalendarFeedRow } from '@tocsin/contracts/calendar-feeds/noun.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { MessageRow } from '@tocsin/contracts/alert-groups/messages.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { HeartbeatRow } from '@tocsin/contracts/heartbeats/noun.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { OldSystemRow } from '@tocsin/contracts/side-by-side/noun.js';
import type { TokenRow } from '@tocsin/contracts/tokens/noun.js';

/** Views whose rows contain what not every reader may see, with their rows as stored. */
export interface GuardedRows {
  readonly people: PersonRow;
  readonly contacts: ContactRow;
  readonly integrations: IntegrationRow;
  readonly heartbeats: HeartbeatRow;
  readonly messages: MessageRow;
  readonly calendarFeeds: CalendarFeedRow;
  readonly oldSystems: OldSystemRow;
  readonly tokens: TokenRow;
}

/** A row of a view as it is stored; `ViewRow` is the row as shown. */
export type StoredRow<V extends ViewName> = V extends keyof GuardedRows ? GuardedRows[V] : ViewRow<V>;

/** The row of a view, from a store that keeps rows of every view and doesn’t know their types. */
export const storedRow = <V extends ViewName>(_view: V, row: unknown): StoredRow<V> => row as StoredRow<V>;

export const isViewName = (view: string): view is ViewName => Object.hasOwn(views, view);
