import { alignedCount, leafOf, type HashedEvent } from './merkle.js';
import { proofFormat, writeLine, type HiddenEvents } from './proof-lines.js';

export interface ProofContent {
  readonly logId: string;
  /** The events that the seal covers. */
  readonly size: number;
  /** The seal over them. */
  readonly note: string;
  /** The events to show, in log order. All others are hidden. */
  readonly shown: AsyncIterable<HashedEvent> | Iterable<HashedEvent>;
  /** Sizes, ascending, at which hidden parts are cut, so that roots can be compared there. */
  readonly cuts: readonly number[];
  /** The root over `count` events after this size, which is aligned to it. */
  readonly subtree: (after: number, count: number) => Buffer;
}

/** The hidden parts that fill up a file from one size to another. */
function* hiddenLines({ cuts, subtree }: Pick<ProofContent, 'cuts' | 'subtree'>, from: number, to: number): Iterable<HiddenEvents> {
  let cut = cuts.findIndex((size) => size > from);
  for (let size = from; size < to;) {
    while (cut >= 0 && cut < cuts.length && cuts[cut]! <= size) cut += 1;
    const border = cut < 0 ? to : Math.min(to, cuts[cut] ?? to);
    const count = alignedCount(size, border - size);
    yield { ordinal: size + 1, count, hash: subtree(size, count).toString('hex') };
    size += count;
  }
}

/** The lines of a proof file, each with its end. */
export async function* proofLines(content: ProofContent): AsyncIterable<string> {
  const { logId, size, note, shown } = content;
  yield writeLine({ format: proofFormat, log: logId, size });
  let written = 0;
  for await (const event of shown) {
    if (event.ordinal > size) break;
    for (const line of hiddenLines(content, written, event.ordinal - 1)) yield writeLine(line);
    const { ordinal, stream, revision, id, type, v, data, meta } = event;
    yield writeLine({ ordinal, stream, revision, id, type, v, data, meta, leaf: leafOf(event).toString('hex') });
    written = ordinal;
  }
  for (const line of hiddenLines(content, written, size)) yield writeLine(line);
  yield writeLine({ seal: note });
}
