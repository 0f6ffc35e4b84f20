import { createHash } from 'node:crypto';

/** Identifies an event in later imports. Hashed, because a UID may contain anything, even a name. */
export const keyOfEvent = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);
