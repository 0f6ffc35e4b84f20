import type { EventCodec } from '@tocsin/platform/codec/codec.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { shownSecretRefs } from './shown-secrets.js';
import { offerRef } from './secret-refs.js';

interface Dependencies {
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly log: Pick<EventLog, 'readStream'>;
}

const pageSize = 1_000;

interface SecretCommand {
  readonly data: Record<string, unknown>;
  readonly commandId: string;
}

/** The events of a stream, oldest first. */
const readSecretCommands = async (parts: Dependencies, stream: string): Promise<readonly SecretCommand[]> => {
  const secretCommands: SecretCommand[] = [];
  for (let from = 0; ;) {
    const page = await parts.log.readStream(stream, from, pageSize);
    for (const { data, meta } of page.map((storedEvent) => parts.codec.decode(storedEvent)))
      secretCommands.push({ data: data as Record<string, unknown>, commandId: meta.commandId });
    if (page.length === 0) return secretCommands;
    from = page.at(-1)!.revision + 1;
  }
};

/** The data of a stream’s events, oldest first. */
export const readData = async (parts: Dependencies, stream: string): Promise<readonly Record<string, unknown>[]> =>
  (await readSecretCommands(parts, stream)).map(({ data }) => data);

/** Secret references: the values of all keys with this ending. */
export const refsIn = (data: readonly Record<string, unknown>[], ending: string): readonly string[] =>
  data.flatMap((one) => Object.entries(one)).flatMap(([key, value]) => (key.endsWith(ending) && typeof value === 'string' ? [value] : []));

/**
 * References of all secrets in the vault that belong to one person: passwords, signing secrets, seeds, and secrets that were shown
 * once. Read from the log itself, so that they are found again after a crash, including secrets that were replaced long ago.
 */
export const readSecretsOfPerson = async (parts: Dependencies, personId: string): Promise<readonly string[]> => {
  const directory = await readSecretCommands(parts, 'people-directory');
  const own = await Promise.all(['person', 'access'].map((category) => readSecretCommands(parts, `${category}-${personId}`)));
  const about = [...directory.filter(({ data }) => data.personId === personId), ...own.flat()];
  const data = about.map((one) => one.data);
  const commands = [...new Set(about.map(({ commandId }) => commandId))];
  return [...refsIn(data, 'Ref'), ...shownSecretRefs(commands), offerRef(personId)];
};
