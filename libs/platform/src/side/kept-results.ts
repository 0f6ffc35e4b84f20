/** A result, without its pages. */
export interface KeptResult {
  readonly id: string;
  readonly text: string;
  /** Why it can’t be read; its text is empty then. */
  readonly error?: Error;
}

/**
 * Results of long work, and of work that is still running, each with numbered pages that are read one at a time. No facts: losing them
 * costs nothing but the work. Every method may reject with ViewsUnavailable when the store is on another machine.
 */
export abstract class KeptResults {
  /** All results, in no order; also those that can’t be read. */
  abstract all(): Promise<readonly KeptResult[]>;
  /** Replaces an existing one; its pages stay. On return it outlives this process. Only one call at a time for an id. */
  abstract put(id: string, text: string): Promise<void>;
  /** Returns the bytes that the page takes up, approximately. */
  abstract putPage(id: string, page: number, text: string): Promise<number>;
  abstract page(id: string, page: number): Promise<string | undefined>;
  abstract removePages(id: string): Promise<void>;
  /** Removes a result with its pages. */
  abstract remove(id: string): Promise<void>;
}
