/** What a rescue needs of the machine and the world; a test brings its own. */
export interface Outside {
  readonly now: () => Date;
  /** Milliseconds of a clock that is never set back. */
  readonly elapsed: () => number;
  readonly wait: (seconds: number) => Promise<void>;
  readonly say: (text: string) => void;
  /** Asks for something that is not shown while it is typed. Null: nobody is there to ask. */
  readonly askHidden: (prompt: string) => Promise<string | null>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How it is asked; absent: as the machine reaches addresses. */
  readonly fetch?: typeof fetch;
}

/** Where progress is shown: a terminal, or a file that keeps every line. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}
