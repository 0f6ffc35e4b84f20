/** A refusal: HTTP status, a sentence for a person, and the remedy. `{name}` is filled from parameters. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 503;
  readonly says: string;
  readonly todo: string;
}

/** Refusals as nouns declare them: by code, namespaced by noun. */
export type Refusals = Readonly<Record<`${string}.${string}`, readonly [status: Refusal['status'], says: string, todo: string]>>;
