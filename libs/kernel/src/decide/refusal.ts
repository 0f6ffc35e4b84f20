/** A refusal with a code from the contracts. Nothing was changed. */
export class Refusal<Code extends string = string> {
  readonly refused = true;
  constructor(
    readonly code: Code,
    readonly params: Readonly<Record<string, string | number>> = {},
    readonly path?: string,
    /** What blocks the command, for a screen to list. */
    readonly inTheWay: readonly Readonly<Record<string, string>>[] = [],
  ) {}
}

/** The requested state holds already, so nothing is recorded. `says` may describe the current state. */
export class Nothing {
  readonly nothing = true;
  constructor(readonly says: Readonly<Record<string, unknown>> = {}) {}
}

export const isRefused = (value: unknown): value is Refusal => value instanceof Refusal;
export const isNothing = (value: unknown): value is Nothing => value instanceof Nothing;
