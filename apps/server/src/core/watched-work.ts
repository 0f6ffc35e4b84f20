import type { WorkItem } from '@tocsin/platform/reactor/watched-domain.js';

/** Memory shared by both threads: the beats of the main thread, and the piece of work that it is on. */
export interface SharedWorkState {
  readonly beats: SharedArrayBuffer;
  readonly text: SharedArrayBuffer;
}

const maxBytes = 512;
const [beat, length] = [0, 1];

export const createSharedState = (): SharedWorkState => ({
  beats: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT),
  text: new SharedArrayBuffer(maxBytes),
});

/** Writes the piece for the other thread. Called at each decision, so it allocates almost nothing. */
export class WorkWriter {
  private readonly numbers: Int32Array;
  private readonly bytes: Buffer;

  constructor({ beats, text }: SharedWorkState) {
    this.numbers = new Int32Array(beats);
    this.bytes = Buffer.from(text);
  }

  beat(): void {
    Atomics.add(this.numbers, beat, 1);
  }

  begin({ what, id, events }: WorkItem): void {
    Atomics.store(this.numbers, length, this.bytes.write([what, id, ...(events ?? [])].join('\n')));
  }

  end(): void {
    Atomics.store(this.numbers, length, 0);
  }
}

/** The piece of work in progress; undefined when the main thread runs no rule. */
export const pieceIn = ({ beats, text }: SharedWorkState): WorkItem | undefined => {
  const byteCount = Atomics.load(new Int32Array(beats), length);
  if (byteCount === 0) return undefined;
  const [what = '', id = '', first, last] = Buffer.from(text).toString('utf8', 0, byteCount).split('\n');
  return { what, id, ...(first !== undefined && last !== undefined && { events: [Number(first), Number(last)] as const }) };
};
