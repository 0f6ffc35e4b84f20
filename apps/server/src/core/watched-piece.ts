import type { Piece } from '@tocsin/platform/reactor/under-watch.js';

/** Memory shared by both threads: the beats of the main thread, and the piece of work that it is on. */
export interface SharedState {
  readonly beats: SharedArrayBuffer;
  readonly text: SharedArrayBuffer;
}

const maxBytes = 512;
const [beat, length] = [0, 1];

export const sharedState = (): SharedState => ({
  beats: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT),
  text: new SharedArrayBuffer(maxBytes),
});

/** Writes the piece for the other thread. Called at each decision, so it allocates almost nothing. */
export class PieceWriter {
  private readonly numbers: Int32Array;
  private readonly bytes: Buffer;

  constructor({ beats, text }: SharedState) {
    this.numbers = new Int32Array(beats);
    this.bytes = Buffer.from(text);
  }

  beat(): void {
    Atomics.add(this.numbers, beat, 1);
  }

  begins({ what, id, events }: Piece): void {
    Atomics.store(this.numbers, length, this.bytes.write([what, id, ...(events ?? [])].join('\n')));
  }

  ends(): void {
    Atomics.store(this.numbers, length, 0);
  }
}

/** The piece of work in progress; undefined when the main thread runs no rule. */
export const pieceIn = ({ beats, text }: SharedState): Piece | undefined => {
  const written = Atomics.load(new Int32Array(beats), length);
  if (written === 0) return undefined;
  const [what = '', id = '', first, last] = Buffer.from(text).toString('utf8', 0, written).split('\n');
  return { what, id, ...(first !== undefined && last !== undefined && { events: [Number(first), Number(last)] as const }) };
};
