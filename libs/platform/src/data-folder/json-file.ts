import { readFileSync } from 'node:fs';

/** Undefined when the file is missing, null when it is not a JSON object. Fields are not checked. */
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
