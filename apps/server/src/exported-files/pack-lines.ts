import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { FilmRows } from '@tocsin/contracts/film/film.js';
import { RowsOfStream } from '@tocsin/platform/views/rows-of-stream.js';
import { viewDefinitions } from '../query/view-definitions.js';
import { textsOf, type FileTexts } from './file-texts.js';
import type { GroupFile } from './film-file.js';
import { eventIn } from './film-words.js';

/** What the proof says of an event: only what it covers stands in it in full. */
export type Cover = 'covered' | 'redacted' | 'not sealed yet' | 'speaks of other groups';

export interface PackLine {
  readonly ordinal: number;
  readonly at: string;
  readonly says: string;
  readonly proof: Cover;
  /** Of its last line: what became of each message. */
  readonly receipts: () => readonly (readonly string[])[];
}

/** The events of a group in words. */
export class LinesOfGroup {
  private readonly rows: RowsOfStream;
  private readonly texts: FileTexts;

  constructor(file: GroupFile) {
    this.texts = textsOf(file);
    this.rows = new RowsOfStream([viewDefinitions.get('ladders')!], file.groupId);
  }

  take(event: Recorded, proof: Cover): PackLine {
    const { ladders } = this.rows.take(event) as FilmRows;
    const receipts = (): readonly (readonly string[])[] =>
      (ladders?.pages ?? []).flatMap(({ personId, attempts }) =>
        attempts.map(({ kind, state, dueAt, startedAt, endedAt }) => [
          this.texts.person(personId),
          contactTraits[kind].word,
          state,
          endedAt ?? startedAt ?? dueAt,
        ]),
      );
    return { ordinal: event.ordinal, at: event.meta.at, says: eventIn(event, ladders, this.texts), proof, receipts };
  }
}
