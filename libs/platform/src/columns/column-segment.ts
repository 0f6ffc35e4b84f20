/** One statement of an event: words from a small vocabulary or ids, and integers. */
export interface ColumnRow {
  readonly kind: string;
  readonly ordinal: number;
  /** Milliseconds. */
  readonly at: number;
  readonly words: readonly string[];
  readonly numbers: readonly number[];
}

/** The most words and numbers of a row; missing ones are read as empty words and zeros. */
export interface ColumnShape {
  readonly words: number;
  readonly numbers: number;
}

export interface ColumnDictionary {
  idOf(word: string): number;
  wordOf(id: number): string;
}

/** The columns of a segment in one buffer, the widest ones first, so that each is aligned. */
const viewsOf = (buffer: ArrayBuffer, rows: number, { words, numbers }: ColumnShape) => {
  const at = new Float64Array(buffer, 0, rows);
  const values = new Float64Array(buffer, rows * 8, rows * numbers);
  const ordinals = new Uint32Array(buffer, rows * 8 * (1 + numbers), rows);
  const ids = new Uint32Array(buffer, rows * (8 * (1 + numbers) + 4), rows * (words + 1));
  return { at, values, ordinals, ids };
};

const bytesOf = (rows: number, { words, numbers }: ColumnShape): number => rows * (8 * (1 + numbers) + 4 * (2 + words));

export function encodeSegment(rows: readonly ColumnRow[], shape: ColumnShape, dictionary: ColumnDictionary): Uint8Array {
  const buffer = new ArrayBuffer(bytesOf(rows.length, shape));
  const { at, values, ordinals, ids } = viewsOf(buffer, rows.length, shape);
  rows.forEach((row, n) => {
    at[n] = row.at;
    ordinals[n] = row.ordinal;
    const first = n * (shape.words + 1);
    ids[first] = dictionary.idOf(row.kind);
    for (let w = 0; w < shape.words; w += 1) ids[first + 1 + w] = dictionary.idOf(row.words[w] ?? '');
    for (let v = 0; v < shape.numbers; v += 1) values[n * shape.numbers + v] = row.numbers[v] ?? 0;
  });
  return new Uint8Array(buffer);
}

/** `body`: from `encodeSegment`. */
export function* decodeSegment(body: Uint8Array, rows: number, shape: ColumnShape, dictionary: ColumnDictionary): Generator<ColumnRow> {
  // copied, because a buffer from the database may start anywhere in memory, and columns of eight bytes must be aligned
  const { at, values, ordinals, ids } = viewsOf(body.slice().buffer, rows, shape);
  for (let n = 0; n < rows; n += 1) {
    const first = n * (shape.words + 1);
    // pushed: Array.from takes eight times as long, and this is most of the work of a report
    const words: string[] = [];
    for (let w = 0; w < shape.words; w += 1) words.push(dictionary.wordOf(ids[first + 1 + w]!));
    const numbers: number[] = [];
    for (let v = 0; v < shape.numbers; v += 1) numbers.push(values[n * shape.numbers + v]!);
    yield { kind: dictionary.wordOf(ids[first]!), ordinal: ordinals[n]!, at: at[n]!, words, numbers };
  }
}
