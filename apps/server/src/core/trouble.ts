import { limits } from '@tocsin/contracts/limits.js';

/** One background failure, as an operator sees it. */
export interface Trouble {
  readonly where: string;
  readonly message: string;
  readonly since: string;
  readonly lastAt: string;
  readonly times: number;
}

const most = 100;

/** Background errors, which no caller receives: stored for the health page, newest last. */
export class Troubles {
  private readonly known = new Map<string, Trouble>();

  constructor(
    private readonly now: () => string,
    private readonly write: (where: string, error: unknown) => void,
  ) {}

  note(where: string, error: unknown): void {
    this.write(where, error);
    const message = (error instanceof Error ? error.message : String(error)).slice(0, limits.troubleCharacters);
    const key = `${where} ${message}`;
    const before = this.known.get(key);
    const at = this.now();
    this.known.delete(key);
    this.known.set(key, { where, message, since: before?.since ?? at, lastAt: at, times: (before?.times ?? 0) + 1 });
    const [oldest] = this.known.keys();
    if (this.known.size > most && oldest) this.known.delete(oldest);
  }

  /** Runs work whose failure does no harm: an error is recorded, and the caller continues. */
  during(where: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.note(where, error);
    }
  }

  list(): readonly Trouble[] {
    return [...this.known.values()];
  }
}
