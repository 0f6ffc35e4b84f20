import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { readBeside } from '@tocsin/platform/event-log/eventstore/examined.js';
import type { FolderLog } from '@tocsin/platform/views/folder-log.js';
import { withLog } from './doctor-logs.js';
import { bad, fine, type Check, type Finding } from './finding.js';
import type { ClusterSettings } from './settings.js';

interface Failed {
  readonly at: string;
  /** Null when the log has no ordinals of its own. */
  readonly ordinal: number | null;
  readonly data: FactOf<'ReactionFailed'>;
}

/** Lines; further failures are only counted. */
const mostShown = 20;
const pageOf = 1_000;
const types = ['ReactionFailed', 'ReactionRetryAsked'];
/** The stream with both kinds of fact. */
const stream = 'reactor';

/** Failures on a log that were not retried since, oldest first. */
export class OpenFailures {
  private readonly open = new Map<string, Failed>();

  take({
    id,
    type,
    at,
    ordinal,
    data,
  }: Pick<Failed, 'at' | 'ordinal'> & { readonly id: string; readonly type: string; readonly data: unknown }): void {
    if (type === 'ReactionFailed') this.open.set(id, { at, ordinal, data: data as Failed['data'] });
    if (type === 'ReactionRetryAsked') for (const failure of (data as FactOf<'ReactionRetryAsked'>).failures) this.open.delete(failure.id);
  }

  get finding(): Finding {
    const open = [...this.open.values()];
    if (open.length === 0) return fine('No failed reactions.');
    const shown = open.slice(-mostShown).toReversed().map(lineOf);
    const more = open.length > mostShown ? [`and ${open.length - mostShown} older.`] : [];
    return bad([`${open.length} failed, newest first. Fix the cause, then run “tocsin retry”:`, ...shown, ...more].join('\n     '));
  }
}

/** Abandoned reactions of the embedded profile, from the log. */
export const givenUpInFolder: Check = (settings) => withLog(settings, givenUpFinding);

export const givenUpFinding = async (log: Pick<FolderLog, 'readAll'>): Promise<Finding> => {
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
export const givenUpIn = async ({ eventStore, prefix }: ClusterSettings): Promise<Finding> => {
  const failures = new OpenFailures();
  await readBeside({ connectionString: eventStore, prefix }, stream, (page) => {
    for (const { id, type, data, meta } of page) {
      if (!types.includes(type)) continue;
      failures.take({ id, type, ordinal: null, at: (JSON.parse(meta) as Meta).at, data: JSON.parse(data) });
    }
  });
  return failures.finding;
};

const lineOf = ({ at, ordinal, data: { kind, what, command, reason, ordinal: cause, stream: of, replaced } }: Failed): string => {
  const where = ordinal === null ? '' : ` event ${ordinal}:`;
  const after = cause === null ? (of ?? '') : `event ${cause}`;
  const instead = replaced ? '; a fallback was used instead' : '';
  return `${at}${where} ${kind} ${what}${command ? ` (${command})` : ''} after ${after}: ${reason}${instead}`;
};
