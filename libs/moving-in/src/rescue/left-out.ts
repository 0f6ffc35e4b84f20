export interface SecretValue {
  readonly field: string;
  readonly value: unknown;
}

/** The answer with a mark in place of each secret value. `note` gets the value and returns the mark. */
export function leaveOut(body: unknown, secrets: ReadonlySet<string>, note: (secret: SecretValue) => string): unknown {
  if (secrets.size === 0 || typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map((one) => leaveOut(one, secrets, note));
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => {
      if (!secrets.has(field) || isNothing(value)) return [field, leaveOut(value, secrets, note)];
      return [field, { $left_out: note({ field, value }) }];
    }),
  );
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A line without the token, which a system might repeat in an answer. */
export const withoutToken = (line: string, hidden: readonly string[]): string =>
  hidden.reduce((text, secret) => (secret.length < 8 ? text : text.replaceAll(secret, '(token)')), line);
