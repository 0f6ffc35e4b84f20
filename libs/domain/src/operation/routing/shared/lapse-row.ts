import { deriveNamedId } from '@tocsin/kernel/ids.js';

/** The ends of a thread’s alerts, as their sender gave them last. Its id: that of the thread, bounded. */
export interface LapseRow {
  readonly id: string;
  readonly thread: string;
  readonly groupId: string;
  /** By the key of the alert; under `counted` the latest of those that are only counted. */
  readonly ends: Readonly<Record<string, string>>;
  readonly signal: { readonly eventId: string; readonly ordinal: number; readonly receivedAt: string; readonly inbox: string };
  readonly plannedBy: string;
}

export const lapseIdOf = (thread: string): string => deriveNamedId(thread);

/** No alert has this key. */
export const counted = '';

export const firstEndOf = ({ ends }: Pick<LapseRow, 'ends'>): string =>
  Object.values(ends).reduce((first, at) => (at < first ? at : first), '9999-12-31T23:59:59.999Z');
