import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';

const pageSize = 100;
const maxPages = 20;

/**
 * The facts that a command appended to its stream, in order. Reads back from the end of the stream, because others may have
 * appended since, but not thousands. Empty when not found. Rejects with the log’s error.
 */
export const readFactsOfCommand = async (
  { log, decode }: { readonly log: Pick<EventLog, 'readStreamBack'>; readonly decode: Decode },
  stream: string,
  commandId: string,
): Promise<readonly Recorded[]> => {
  let before: number | undefined;
  for (let n = 0; n < maxPages; n += 1) {
    const page = await log.readStreamBack({ stream, limit: pageSize, ...(before === undefined ? {} : { before }) });
    const facts = page.map((storedEvent) => decode(storedEvent)).filter(({ meta }) => meta.commandId === commandId);
    if (facts.length > 0) return facts.toSorted((a, b) => a.revision - b.revision);
    if (page.length === 0) return [];
    before = Math.min(...page.map(({ revision }) => revision));
  }
  return [];
};
