interface CachedAnswer<T> {
  readonly stamp: string;
  readonly answer: Promise<T>;
}

/**
 * Caches answers about rows, which are replaced and never changed: each is computed once, concurrent callers share it, and it is
 * dropped with its row. `stamp`: everything else that the answer depends on.
 */
export class CachedAnswers<Row extends object, T> {
  private readonly byRow = new WeakMap<Row, CachedAnswer<T>>();

  getOrCompute(row: Row, stamp: string, work: () => Promise<T>): Promise<T> {
    const before = this.byRow.get(row);
    if (before?.stamp === stamp) return before.answer;
    const answer = work();
    this.byRow.set(row, { stamp, answer });
    // after a failure the next caller computes it again
    answer.catch(() => this.byRow.delete(row));
    return answer;
  }
}
