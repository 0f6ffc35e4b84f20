interface CachedAnswer<T> {
  readonly stamp: string;
  readonly answer: T;
}

/**
 * Caches answers about rows, which are replaced and never changed: each is computed once, and dropped with its row. `stamp`: everything
 * else that the answer depends on.
 */
export class CachedAnswers<Row extends object, T> {
  private readonly byRow = new WeakMap<Row, CachedAnswer<T>>();

  getOrCompute(row: Row, stamp: string, work: () => T): T {
    const before = this.byRow.get(row);
    if (before?.stamp === stamp) return before.answer;
    const answer = work();
    this.byRow.set(row, { stamp, answer });
    return answer;
  }
}
