/** A value that may have been erased, as text. */
export const readable = (value: unknown, otherwise = 'erased'): string => (typeof value === 'string' ? value : otherwise);
