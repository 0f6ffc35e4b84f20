import type { EventCodec } from '@tocsin/platform/codec/codec.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { shownRefs } from './shown-secrets.js';
import { offerRef } from './secret-refs.js';

interface Dependencies {
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly log: Pick<EventLog, 'readStream'>;
}

const pageSize = 1_000;

interface Disclosed {
  readonly data: Record<string, unknown>;
  readonly commandId: string;
}

/** The events of a stream, oldest first. */
const streamEvents = async (parts: Dependencies, stream: string): Promise<readonly Disclosed[]> => {
  const found: Disclosed[] = [];
  for (let from = 0; ;) {
    const page = await parts.log.readStream(stream, from, pageSize);
    for (const { data, meta } of page.map((stored) => parts.codec.decode(stored)))
      found.push({ data: data as Record<string, unknown>, commandId: meta.commandId });
    if (page.length === 0) return found;
    from = page.at(-1)!.revision + 1;
  }
};

/** The data of a stream’s events, oldest first. */
export const streamData = async (parts: Dependencies, stream: string): Promise<readonly Record<string, unknown>[]> =>
  (await streamEvents(parts, stream)).map(({ data }) => data);

/** Secret references: the values of all keys with this ending. */
export const refsIn = (data: readonly Record<string, unknown>[], ending: string): readonly string[] =>
  data.flatMap((one) => Object.entries(one)).flatMap(([key, value]) => (key.endsWith(ending) && typeof value === 'string' ? [value] : []));

/**
 * References of all secrets in the vault that belong to one person: passwords, signing secrets, seeds, and secrets that were shown
 * once. Read from the log itself, so that they are found again after a crash, including secrets that were replaced long ago.
 */
export const secretsOfPerson = async (parts: Dependencies, personId: string): Promise<readonly string[]> => {
  const directory = await streamEvents(parts, 'people-directory');
  const own = await Promise.all(['person', 'access'].map((category) => streamEvents(parts, `${category}-${personId}`)));
  const about = [...directory.filter(({ data }) => data.personId === personId), ...own.flat()];
  const data = about.map((one) => one.data);
  const commands = [...new Set(about.map(({ commandId }) => commandId))];
  return [...refsIn(data, 'Ref'), ...shownRefs(commands), offerRef(personId)];
};
