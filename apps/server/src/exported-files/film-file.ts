import { changesBetween, filmViews, type FilmRows } from '@tocsin/contracts/film/film.js';
import * as fileLimits from '@tocsin/contracts/exported-files/limits.js';
import { eventsOfStream, RowsOfStream } from '@tocsin/platform/views/rows-of-stream.js';
import type { StreamFoldDependencies } from '@tocsin/platform/views/stream-fold.js';
import { viewDefinitions } from '../query/view-definitions.js';
import { textsOf, type FilePeople } from './file-texts.js';
import { asData, filmEnd, filmStart } from './film-page.js';
import { filmStates, type FilmState } from './film-state.js';
import { eventIn } from './film-words.js';

export interface GroupFile extends FilePeople {
  readonly groupId: string;
  readonly number: number;
  readonly upTo: number;
  /** When it was exported. */
  readonly at: string;
}

export const notesOf = ({ names, upTo, at }: GroupFile): readonly string[] => [
  names ? 'With people’s names.' : 'People are called Person A, B, C. Texts are as they were written, and may name people.',
  `Exported from Tocsin at ${at}, up to event ${upTo}. Nothing that is erased there later is erased here.`,
];

/** The film of an alert group as one HTML file, in parts. */
export async function* filmFile(source: StreamFoldDependencies, file: GroupFile): AsyncGenerator<string> {
  const texts = textsOf(file);
  const stateOf = filmStates(texts);
  const rowsOf = new RowsOfStream(
    filmViews.map((view) => viewDefinitions.get(view)!),
    file.groupId,
  );
  yield filmStart({ number: file.number, notes: notesOf(file) });
  let before: FilmState | null = null;
  let count = 0;
  for await (const stored of eventsOfStream(source.log, `alertGroup-${file.groupId}`, file.upTo)) {
    if (count >= fileLimits.framesOfFilm) break;
    const event = source.decode(stored);
    const rows = rowsOf.take(event) as FilmRows;
    const state = stateOf(rows);
    const frame = { at: event.meta.at, says: eventIn(event, rows.ladders, texts), changes: changesBetween(before, state) };
    yield `${count === 0 ? '' : ',\n'}${asData(frame)}`;
    before = state;
    count += 1;
  }
  yield filmEnd;
}
