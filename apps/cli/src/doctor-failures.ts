import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { FolderLog } from '@tocsin/platform/views/folder-log.js';
import { withLog } from './doctor-logs.js';
import { bad, fine, type Check, type Finding } from './finding.js';

type Failed = RecordedOf<'ReactionFailed'>;

/** Lines; the rest is counted. */
const mostShown = 20;
const pageOf = 1_000;
const types = ['ReactionFailed', 'ReactionRetryAsked'];

/** What the reactor of the embedded profile has given up, as the log says. */
export const givenUpInFolder: Check = (settings) => withLog(settings, givenUpFinding);

/** What stands on a log and was not tried again since. */
export const givenUpFinding = async (log: Pick<FolderLog, 'readAll'>): Promise<Finding> => {
  const open = new Map<string, Failed>();
  for (let after = 0; ;) {
    const events = (await log.readAll({ after, limit: pageOf, types })) as unknown as readonly (
      Failed | RecordedOf<'ReactionRetryAsked'>
    )[];
    for (const event of events) {
      if (event.type === 'ReactionFailed') open.set(event.id, event);
      else for (const { id } of event.data.failures) open.delete(id);
    }
    const last = events.at(-1);
    if (!last) return said([...open.values()]);
    after = last.ordinal;
  }
};

const said = (open: readonly Failed[]): Finding => {
  if (open.length === 0) return fine('Nothing that was not tried again.');
  const shown = open.slice(-mostShown).toReversed().map(lineOf);
  const more = open.length > mostShown ? [`and ${open.length - mostShown} older ones.`] : [];
  return bad(
    [`${open.length}, the newest first. Mend what made it fail, then “tocsin retry” tries again:`, ...shown, ...more].join('\n     '),
  );
};

const lineOf = ({ ordinal, meta, data: { kind, what, command, reason, ordinal: cause, stream, replaced } }: Failed): string => {
  const after = cause === null ? (stream ?? '') : `event ${cause}`;
  const instead = replaced ? '; something simpler was done in its place' : '';
  return `${meta.at} event ${ordinal}: ${kind} ${what}${command ? ` (${command})` : ''} after ${after}: ${reason}${instead}`;
};
