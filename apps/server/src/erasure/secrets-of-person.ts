import type { Core } from '../core/core.js';
import { offerRef } from '../sign-in/two-factor.js';

const pageSize = 1_000;

/** What the events of a stream say, the oldest first. */
export const streamData = async (core: Core, stream: string): Promise<readonly Record<string, unknown>[]> => {
  const found: Record<string, unknown>[] = [];
  for (let from = 0; ; from += pageSize) {
    const page = await core.log.readStream(stream, from, pageSize);
    for (const stored of page) found.push(core.codec.decode(stored).data as Record<string, unknown>);
    if (page.length < pageSize) return found;
  }
};

/** Names of secrets under keys that end so. */
export const refsIn = (data: readonly Record<string, unknown>[], ending: string): readonly string[] =>
  data.flatMap((one) => Object.entries(one)).flatMap(([key, value]) => (key.endsWith(ending) && typeof value === 'string' ? [value] : []));

/**
 * Names of everything that lies in the vault because of one person: passwords, signing secrets, seeds. Read from the log itself, so that it is
 * found again after a crash, and what was replaced long ago is found too.
 */
export const secretsOfPerson = async (core: Core, personId: string): Promise<readonly string[]> => {
  const directory = await streamData(core, 'people-directory');
  const own = await Promise.all(['person', 'access'].map((category) => streamData(core, `${category}-${personId}`)));
  const about = [...directory.filter((data) => data.personId === personId), ...own.flat()];
  return [...refsIn(about, 'Ref'), offerRef(personId)];
};
