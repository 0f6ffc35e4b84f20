/** An answer of another system: a line of a rescue, or a recorded one. */
export interface ForeignAnswer {
  /** `GET /v2/users?limit=100`. */
  readonly asked: string;
  readonly graphql?: { readonly operationName: string; readonly variables: Fields } | undefined;
  readonly status: number;
  readonly body: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
/** Zero where there is none: only where that is what is meant. */
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Throws for what is none, or outside: a time, a day or a length that is guessed would be hours off, unnoticed. */
export function numberIn(fields: Fields, name: string, least = 0, most = Number.MAX_SAFE_INTEGER): number {
  const value = fields[name];
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= least && number <= most)) throw new Error(`no number in “${name}”`);
  return number;
}

/** Rows by their ids, each once: pages may overlap. */
export const byId = (rows: readonly Fields[]): readonly Fields[] => [...new Map(rows.map((row) => [textOf(row.id), row])).values()];

/** The bodies of what was read at a path, by its pattern, with what the pattern captures. */
export function bodiesAt(answers: readonly ForeignAnswer[], pattern: RegExp): readonly { readonly body: Fields; readonly id: string }[] {
  return answers.flatMap(({ asked, status, body }) => {
    const found = status >= 200 && status < 300 ? pattern.exec(asked) : null;
    return found === null ? [] : [{ body: fieldsOf(body), id: found[1] ?? '' }];
  });
}

/** Where a secret value stood that the rescue has put into its file of keys: the number there. */
export const keyIn = (value: unknown): { readonly key: number } | Record<string, never> => {
  const [, number] = /^key (\d+)$/.exec(textOf(fieldsOf(value).$left_out)) ?? [];
  return number === undefined ? {} : { key: Number(number) };
};
