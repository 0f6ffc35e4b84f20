/** A question to the other system: GET, or one of the fixed GraphQL queries. */
export interface Ask {
  /** With its parameters, below the address that was typed. */
  readonly path: string;
  readonly graphql?: { readonly operationName: string; readonly query: string; readonly variables: Readonly<Record<string, unknown>> };
}

export type Row = Readonly<Record<string, unknown>>;

/** What a question is about. */
export interface About {
  /** Of the kinds in `of`; with what it was listed by. */
  readonly row: Row;
  readonly listedBy: Ask;
  /** When the rescue began: what “now” means in all of its questions. */
  readonly at: string;
  /** From this instant on history is read; a window of it where the kind has windows. */
  readonly from: string;
  readonly to: string;
}

/** One kind of thing in the other system, and one file of the folder. */
export interface Kind {
  readonly name: string;
  /** Asked once for each row of these kinds; absent: once. */
  readonly of?: readonly string[];
  /** Days of history in one question, where the system answers for a limited time only. */
  readonly windowDays?: number;
  /** Only asked where the list of this kind could not be read. */
  readonly insteadOf?: string;
  /** None or null: nothing to ask about this row. */
  readonly ask: (about: About) => Ask | readonly Ask[] | null;
  /** The question for the rest; null: that was all. Absent: as the system does it. */
  readonly next?: (asked: Ask, body: unknown, about: About) => Ask | null;
  /** Absent: as the system lists its rows. */
  readonly rows?: (body: unknown) => readonly Row[];
  /** Fields with secret values, at any depth. */
  readonly secrets?: readonly string[];
  /** Grows with time: alerts, acts, pages, duty. Else configuration. */
  readonly isHistory?: true;
  /** Each answer is about the one person in its path. */
  readonly isOfOnePerson?: true;
}

/** Another system, as a table. */
export interface System {
  readonly name: string;
  readonly title: string;
  /** Null: it must be typed. */
  readonly address: string | null;
  readonly kinds: readonly Kind[];
  readonly headersOf: (token: string, user: string | undefined) => Readonly<Record<string, string>>;
  /** Seconds to wait after a 429, by the system’s own header; undefined: it has not said. */
  readonly waitOf: (headers: Headers) => number | undefined;
  readonly next: (asked: Ask, body: unknown) => Ask | null;
  readonly rows: (body: unknown) => readonly Row[];
  /** The kind that lists people, and the fields that name one. */
  readonly people: { readonly kind: string; readonly id: string; readonly names: readonly string[] };
  /** In words, what its interface does not tell. */
  readonly untold: readonly string[];
}

/** Fields of an answer of unknown shape. */
export const fieldsOf = (value: unknown): Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {};

export const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A value as part of a path. */
export const inPath = (value: unknown): string =>
  encodeURIComponent(typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export const numberOf = (text: string | null): number | undefined => {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
};

/** The question for an address in an answer; its scheme and host are compared when it is asked. */
export const askAddress = (address: unknown): Ask | null => (typeof address === 'string' && address !== '' ? { path: address } : null);

export const weeksAfter = (at: string, weeks: number): string => new Date(Date.parse(at) + weeks * 7 * 86_400_000).toISOString();

/** Without milliseconds, as most of these systems write instants. */
export const toSeconds = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z');
