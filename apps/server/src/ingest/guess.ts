import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { asList, asObject } from './parsing/lenient-fields.js';
import { senders } from './senders/senders.js';

const fieldsOf = (body: string): readonly string[] => {
  try {
    const sent: unknown = JSON.parse(body);
    return Object.keys(asObject(asList(sent)?.[0] ?? sent) ?? {});
  } catch {
    // its beginning alone is kept of a long one
    return [...body.matchAll(/"(\w+)"\s*:/g)].map(([, name]) => name!);
  }
};

/** Whose message a refused body looks like, if that is another sender’s than the integration’s. */
export const guessOf = (body: string, kind: IntegrationKind): string | null => {
  if (body === '') return null;
  const fields = new Set(fieldsOf(body));
  const found = senders.find(({ marks = [] }) => marks.length > 0 && marks.every((field) => fields.has(field)));
  return found && found.format.kind !== kind ? `This looks like a message of ${found.name}.` : null;
};
