/** Whether this is the subject of a body as its sender wrote it: only the history shows those, so whoever follows the log leaves them encrypted. */
export const isRaw = (subject: string): boolean => subject.startsWith('raw:');
