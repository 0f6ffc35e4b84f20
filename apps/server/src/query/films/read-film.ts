import { changesBetween, filmViews, type FilmAnswer, type FilmFrame, type FilmMark, type FilmRows } from '@tocsin/contracts/film/film.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { eventsOfStream, RowsOfStream } from '@tocsin/platform/views/rows-of-stream.js';
import type { StreamFoldDependencies } from '@tocsin/platform/views/stream-fold.js';
import { viewDefinitions } from '../view-definitions.js';

export interface FilmQuestion {
  readonly groupId: string;
  /** The number of the first frame of the answer. */
  readonly from?: number | undefined;
  /** The answer has the last frame up to this ordinal; without it and `from`, the first frame. */
  readonly frame?: number | undefined;
  /** The film ends at this ordinal. */
  readonly upTo?: number | undefined;
}

/** Of one answer: frames, and characters of their JSON. */
const maxSizes = { frames: 200, characters: 1_048_576, marks: 200 } as const;

const markOf: Readonly<Record<string, FilmMark>> = {
  AlertGroupOpened: 'opened',
  AlertGroupReopened: 'opened',
  EscalationStepTaken: 'paged',
  AlertGroupAcknowledged: 'acknowledged',
  AlertGroupResolved: 'resolved',
  NoteAdded: 'note',
};

const atOf = ({ meta }: StoredEvent): string => (JSON.parse(meta) as Meta).at;

/** Frames that fit into one answer: those that were asked for, once they are reached. */
class FilmPart {
  private readonly rows: RowsOfStream;
  private characters = 0;
  private isWhole = false;
  frames: FilmFrame[] = [];
  from = 0;
  before: FilmRows = {};
  at = 0;

  constructor(
    private readonly source: StreamFoldDependencies,
    private readonly question: FilmQuestion,
  ) {
    const views = filmViews.map((view) => viewDefinitions.get(view)!);
    this.rows = new RowsOfStream(views, question.groupId);
  }

  take(stored: StoredEvent, n: number): void {
    const { frame = 0, from } = this.question;
    const isReached = from === undefined ? stored.ordinal > frame : n > from;
    if (from === undefined && stored.ordinal <= frame) this.at = n;
    this.isWhole ||= isReached && this.isFull();
    if (this.isWhole) return;
    if (from !== undefined && n < from) {
      this.rows.take(this.source.decode(stored));
      return;
    }
    if (this.isFull() || n === from) this.start(n);
    this.fold(stored);
  }

  private isFull(): boolean {
    return this.frames.length >= maxSizes.frames || this.characters > maxSizes.characters;
  }

  private start(n: number): void {
    [this.from, this.frames, this.characters, this.before] = [n, [], 0, this.rows.rows];
  }

  private fold(stored: StoredEvent): void {
    const { rows: before } = this.rows;
    const event = this.source.decode(stored);
    const frame = { event, changes: changesBetween(before, this.rows.take(event)) };
    this.frames.push(frame);
    this.characters += stored.data.length + stored.meta.length + JSON.stringify(frame.changes).length;
  }
}

/** A part of the film of an alert group, as the JSON of `FilmAnswer`; null: there is no such group. Its whole stream is read, in turns of the event loop. */
export const readFilm = async (source: StreamFoldDependencies, question: FilmQuestion): Promise<string | null> => {
  const { groupId, upTo, from } = question;
  const part = new FilmPart(source, question);
  const marks: FilmAnswer['marks'] = [];
  let count = 0;
  let first: StoredEvent | undefined;
  let last: StoredEvent | undefined;
  for await (const stored of eventsOfStream(source.log, `alertGroup-${groupId}`, upTo)) {
    part.take(stored, count);
    const kind = markOf[stored.type];
    if (kind && marks.length < maxSizes.marks) marks.push({ frame: count, kind });
    first ??= stored;
    last = stored;
    count += 1;
  }
  if (!first || !last) return null;
  const answer: FilmAnswer = {
    groupId,
    count,
    first: atOf(first),
    last: atOf(last),
    marks,
    from: part.from,
    at: from === undefined ? part.at : Math.min(from, count - 1),
    before: part.before,
    frames: part.frames,
  };
  return JSON.stringify(answer);
};
