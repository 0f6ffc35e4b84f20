import { readFileSync } from 'node:fs';

/** What a JSON file holds: undefined when there is none, null when it is no JSON object. Nobody has looked at the fields yet. */
export const jsonIn = <T extends object>(file: string): Partial<T> | null | undefined => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
};
