import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone's folder, absolute. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const inRoot = (...parts) => join(root, ...parts);
