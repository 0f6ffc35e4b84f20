/** A fencing token: the attempt that a result belongs to, and the server that makes it. Each attempt has a larger number than the one before. */
export interface Claim {
  readonly attempt: number;
  readonly owner: string;
}

/** For a result that can’t be read. */
export const unclaimed: Claim = { attempt: 0, owner: '' };

export const isSameClaim = (one: Claim, other: Claim): boolean => one.attempt === other.attempt && one.owner === other.owner;

/** A write was refused: the stored result belongs to another attempt, `foundClaim`, or there is none. Nothing was changed. */
export class AttemptSuperseded extends Error {
  constructor(
    id: string,
    { attempt, owner }: Claim,
    readonly foundClaim: Claim | null,
  ) {
    super(`${id} was not written: it no longer belongs to attempt ${attempt} of server ${owner || '(none)'}`);
    this.name = 'Superseded';
  }
}

/** Without its pages. */
export interface StoredResult {
  readonly id: string;
  readonly text: string;
  readonly claim: Claim;
  /** Why it can’t be read; its text is empty then. */
  readonly error?: Error;
}

/**
 * Results of long work, finished or running, each with numbered pages that are read one at a time. No facts: losing them costs nothing but the work. A
 * server that was paused may wake after another one has taken over, so a result belongs to one attempt of one server, its claim: a write with another
 * claim is rejected with AttemptSuperseded and changes nothing. Every method may reject with ViewsUnavailable when the store is on another machine.
 */
export abstract class ResultStore {
  /** In no order; also results that can’t be read. */
  abstract all(): Promise<readonly StoredResult[]>;
  /**
   * Stores the result of a new attempt, which belongs to `claim` from then on, and removes the pages of the attempt before. `before`: the stored claim,
   * null where there is no result yet. May be repeated when its answer was lost.
   */
  abstract begin(id: string, text: string, claim: Claim, before: Claim | null): Promise<void>;
  /** Replaces the result; its pages stay. On return it outlives this process. Only one call at a time for an id. */
  abstract put(id: string, text: string, claim: Claim): Promise<void>;
  /** Returns the bytes that the page takes up, approximately. */
  abstract putPage(id: string, page: number, text: string, claim: Claim): Promise<number>;
  abstract page(id: string, page: number): Promise<string | undefined>;
  abstract removePages(id: string, claim: Claim): Promise<void>;
  /** Removes a result with its pages. Does nothing where there is none. */
  abstract remove(id: string, claim: Claim): Promise<void>;
}
