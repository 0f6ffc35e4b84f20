import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { readStreamWith } from '@tocsin/platform/event-log/eventstore/inspection.js';
import type { FolderLog } from '@tocsin/platform/views/folder-log.js';
import { withLog } from './doctor-logs.js';
import { failedFinding, passedFinding, type Check, type Finding } from './finding.js';
import type { ClusterSettings } from './settings.js';

interface FailedReaction {
  readonly at: string;
  /** Null when the log has no ordinals of its own. */
  readonly ordinal: number | null;
  readonly data: FactOf<'ReactionFailed'>;
}

/** Lines; further failures are only counted. */
const maxShown = 20;
const pageOf = 1_000;
const types = ['ReactionFailed', 'ReactionRetryAsked'];
/** The stream with both kinds of fact. */
const stream = 'reactor';

/** Failures on a log that were not retried since, oldest first. */
export class OpenFailures {
  private readonly open = new Map<string, FailedReaction>();

  take({
    id,
    type,
    at,
    ordinal,
    data,
  }: Pick<FailedReaction, 'at' | 'ordinal'> & { readonly id: string; readonly type: string; readonly data: unknown }): void {
    if (type === 'ReactionFailed') this.open.set(id, { at, ordinal, data: data as FailedReaction['data'] });
    if (type === 'ReactionRetryAsked') for (const failure of (data as FactOf<'ReactionRetryAsked'>).failures) this.open.delete(failure.id);
  }

  get finding(): Finding {
    const open = [...this.open.values()];
    if (open.length === 0) return passedFinding('No failed reactions.');
    const visibleLines = open.slice(-maxShown).toReversed().map(lineOf);
    const more = open.length > maxShown ? [`and ${open.length - maxShown} older.`] : [];
    return failedFinding(
      [`${open.length} failed, newest first. Fix the cause, then run “tocsin retry”:`, ...visibleLines, ...more].join('\n     '),
    );
  }
}

/** Abandoned reactions of the embedded profile, from the log. */
export const checkAbandonedInFolder: Check = (settings) => withLog(settings, findAbandoned);

export const findAbandoned = async (log: Pick<FolderLog, 'readAll'>): Promise<Finding> => {
  const failures = new OpenFailures();
  for (let after = 0; ;) {
    const events = await log.readAll({ after, limit: pageOf, types });
    for (const event of events) failures.take({ ...event, at: event.meta.at });
    const last = events.at(-1);
    if (!last) return failures.finding;
    after = last.ordinal;
  }
};

/** The same for the cluster profile, beside servers that may be running. Neither fact contains personal data. */
export const findAbandonedIn = async ({ eventStore, prefix }: ClusterSettings): Promise<Finding> => {
  const failures = new OpenFailures();
  await readStreamWith({ connectionString: eventStore, prefix }, stream, (page) => {
    for (const { id, type, data, meta } of page) {
      if (!types.includes(type)) continue;
      failures.take({ id, type, ordinal: null, at: (JSON.parse(meta) as Meta).at, data: JSON.parse(data) });
    }
  });
  return failures.finding;
};

const lineOf = ({ at, ordinal, data: { kind, what, command, reason, ordinal: cause, stream: of, replaced } }: FailedReaction): string => {
  const eventText = ordinal === null ? '' : ` event ${ordinal}:`;
  const after = cause === null ? (of ?? '') : `event ${cause}`;
  const fallbackNote = replaced ? '; a fallback was used instead' : '';
  return `${at}${eventText} ${kind} ${what}${command ? ` (${command})` : ''} after ${after}: ${reason}${fallbackNote}`;
};
