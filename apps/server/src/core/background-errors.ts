import { limits } from '@tocsin/contracts/limits.js';

/** One background failure, as an operator sees it. */
export interface BackgroundError {
  readonly where: string;
  readonly message: string;
  readonly since: string;
  readonly lastAt: string;
  readonly times: number;
}

const most = 100;

/** Background errors, which no caller receives: stored for the health page, newest last. */
export class BackgroundErrors {
  private readonly errors = new Map<string, BackgroundError>();

  constructor(
    private readonly now: () => string,
    private readonly write: (place: string, error: unknown) => void,
    /** Takes secrets out of what a provider said. */
    private readonly hide: (text: string) => string = (text) => text,
  ) {}

  note(place: string, thrown: unknown): void {
    const error = this.hidden(thrown);
    this.write(place, error);
    const message = (error instanceof Error ? error.message : String(error)).slice(0, limits.troubleCharacters);
    const key = `${place} ${message}`;
    const before = this.errors.get(key);
    const at = this.now();
    this.errors.delete(key);
    this.errors.set(key, { where: place, message, since: before?.since ?? at, lastAt: at, times: (before?.times ?? 0) + 1 });
    const [oldest] = this.errors.keys();
    if (this.errors.size > most && oldest) this.errors.delete(oldest);
  }

  /** Runs work whose failure does no harm: an error is recorded, and the caller continues. */
  noteErrors(place: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.note(place, error);
    }
  }

  /** The same error, unless it quotes a secret. It never throws: callers are handling an error already. */
  private hidden(error: unknown): unknown {
    try {
      return this.withoutSecrets(error);
    } catch {
      return new Error(`${error instanceof Error ? error.name : typeof error} (secrets can’t be read, so its text is not shown)`);
    }
  }

  private withoutSecrets(error: unknown): unknown {
    const text = error instanceof Error ? `${error.message} ${error.stack}` : String(error);
    if (this.hide(text) === text) return error;
    if (!(error instanceof Error)) return this.hide(text);
    return Object.assign(new Error(this.hide(error.message)), { name: error.name, stack: this.hide(error.stack ?? '') });
  }

  list(): readonly BackgroundError[] {
    return [...this.errors.values()];
  }
}
