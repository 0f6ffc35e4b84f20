import { References } from '@tocsin/domain/observers/moving-in/history/references.js';
import type { FolderLog } from '@tocsin/platform/views/folder-log.js';

const page = 2_000;
const subject = /^person:(.+)$/;

const valueAt = (data: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), data);

/** All that the log ever had under the keys of its people: names, addresses, numbers. Who was erased has nothing. */
export async function knownPeople(log: Pick<FolderLog, 'readAll' | 'head'>): Promise<References> {
  const references = new References();
  const { ordinal: head } = await log.head();
  for (let after = 0; after < head;) {
    const events = await log.readAll({ after, limit: page });
    for (const { data, meta } of events) {
      for (const { path, subject: of } of meta.enc ?? []) {
        const [, id] = subject.exec(of) ?? [];
        const value = valueAt(data, path);
        if (id !== undefined && typeof value === 'string') references.add({ kind: 'person', id }, [value]);
      }
    }
    const last = events.at(-1);
    if (last === undefined) break;
    after = last.ordinal;
  }
  return references;
}
