interface Kept<T> {
  readonly stamp: string;
  readonly answer: Promise<T>;
}

/**
 * Answers about rows that are never changed, only replaced: each is worked out once, whoever asks meanwhile waits for it, and it goes with
 * its row. `stamp`: all else that it depends on.
 */
export class KeptAnswers<Row extends object, T> {
  private readonly byRow = new WeakMap<Row, Kept<T>>();

  of(row: Row, stamp: string, work: () => Promise<T>): Promise<T> {
    const before = this.byRow.get(row);
    if (before?.stamp === stamp) return before.answer;
    const answer = work();
    this.byRow.set(row, { stamp, answer });
    // what failed is tried again by whoever asks next
    answer.catch(() => this.byRow.delete(row));
    return answer;
  }
}
