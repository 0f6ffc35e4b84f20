import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import type { FilmRows } from '@tocsin/contracts/film/film.js';
import { eventsOfStream, RowsOfStream } from '@tocsin/platform/views/rows-of-stream.js';
import { viewDefinitions } from '../query/view-definitions.js';
import type { Pack, PackSource } from './pack.js';
import { isEventNaming, labelOf, textsOf, type FileTexts } from './file-texts.js';
import { filmFile, notesOf, type GroupFile } from './film-file.js';
import { eventIn } from './film-words.js';

export const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Whether an event names somebody who is left out, or a thing that has a stream of its own as an alert group. */
const namedIn = ({ log }: PackSource, { groupId, people }: GroupFile, texts: FileTexts): Pack['othersIn'] => {
  const known = new Map<string, boolean>([[groupId, false], ...people.map((id) => [id, false] as const)]);
  const isGroup = async (id: string): Promise<boolean> => {
    const found = known.get(id) ?? (await log.readStream(`alertGroup-${id}`, 0, 1)).length > 0;
    known.set(id, found);
    return found;
  };
  return async (event) => {
    if (isEventNaming(texts, event)) return 'names people';
    for (const [id] of event.data.matchAll(ids)) if (await isGroup(id)) return 'names other groups';
    return null;
  };
};

/** All about one alert group. */
export const groupPack = (source: PackSource, file: GroupFile): Pack => {
  const texts = textsOf(file);
  let ladder: FilmRows['ladders'];
  const words: Pack['words'] = () => {
    const rows = new RowsOfStream([viewDefinitions.get('ladders')!], file.groupId);
    return (event) => {
      ({ ladders: ladder } = rows.take(event) as FilmRows);
      return eventIn(event, ladder, texts);
    };
  };
  const receipts = (): readonly (readonly string[])[] =>
    (ladder?.pages ?? []).flatMap(({ personId, attempts }) =>
      attempts.map(({ kind, state, dueAt, startedAt, endedAt }) => [
        texts.person(personId),
        contactTraits[kind].word,
        state,
        endedAt ?? startedAt ?? dueAt,
      ]),
    );
  // letters are told apart in the proof by ids
  const people = file.people.map((id, n) => [file.names ? texts.person(id) : labelOf(n), id]);
  return {
    title: `Evidence of alert group #${file.number}`,
    notes: notesOf(file),
    at: file.at,
    events: () => eventsOfStream(source.log, `alertGroup-${file.groupId}`, file.upTo),
    othersIn: namedIn(source, file, texts),
    words,
    tables: () => [
      { title: 'Receipts', head: ['Who', 'By', 'Outcome', 'Time'], rows: receipts() },
      { title: 'People', head: ['Here', 'In the proof'], rows: people },
    ],
    files: [{ name: 'film.html', says: 'the same as a film, event by event', parts: filmFile(source, file) }],
  };
};
