import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { withMentions } from '@tocsin/contracts/mentions.js';
import { toEditableText } from '@tocsin/contracts/redactions/noun.js';
import { streamOfGroup } from '@tocsin/domain/operation/alert-groups/views/stream-of-group.js';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { NotedRow } from '@tocsin/domain/operation/alert-groups/views/noted.view.js';
import type { ReactorServerParts } from '../core/server-reach.js';

/** What somebody wrote the last time that this alert fired, or this time. */
export interface LastNote {
  readonly text: string;
  readonly by: string;
  /** Of its alert group. */
  readonly number: number;
}

type NoteDependencies = Pick<ReactorServerParts, 'log' | 'decode' | 'redactions' | 'reads'>;

/** Notes that are read to find one that was not redacted: this is done while a page waits. */
const readAtMost = 3;
/** Milliseconds that a page waits for its note. */
const timeout = 500;

const nameOf = ({ reads }: NoteDependencies, { kind, id }: Actor): string =>
  (kind === 'person' && readablePersonal(reads.people.get(id)?.name)) || 'A program';

const readNote = async (server: NoteDependencies, { groupId, note, number }: NotedRow): Promise<LastNote | null> => {
  const [stored] = note ? await server.log.readStream(streamOfGroup(groupId), note.revision, 1) : [];
  const event = stored && (server.redactions.redact(server.decode(stored)) as RecordedFact);
  if (event?.type !== 'NoteAdded') return null;
  const text = toEditableText(event.data.text).trim();
  const nameOfPerson = (id: string): string => readablePersonal(server.reads.people.get(id)?.name);
  return text === '' ? null : { text: withMentions(text, nameOfPerson), by: nameOf(server, event.meta.actor), number };
};

const findNote = async (server: NoteDependencies, groupId: string): Promise<LastNote | null> => {
  const key = server.reads.noted.get(groupId)?.key;
  if (key === undefined) return null;
  const noted = [...server.reads.noted.eachWhere('key', key)].filter(({ note }) => note !== null);
  const newest = noted.toSorted((a, b) => (a.note!.at < b.note!.at ? 1 : -1)).slice(0, readAtMost);
  for (const row of newest) {
    const note = await readNote(server, row).catch(() => null);
    if (note) return note;
  }
  return null;
};

/** The last note of this group, or of an earlier one by the same alert at the same service; null: none can be read in time. */
export const lastNoteOf = (
  server: NoteDependencies,
  groupId: string,
  monotonic: Pick<MonotonicClock, 'after'> = systemMonotonicClock,
): Promise<LastNote | null> =>
  new Promise((resolve) => {
    const cancel = monotonic.after(timeout, () => resolve(null), { isBackground: true });
    void findNote(server, groupId)
      .catch(() => null)
      .then((note) => {
        cancel();
        resolve(note);
      });
  });
