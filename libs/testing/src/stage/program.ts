import { resolve } from 'node:path';

/** Tests run the built server, and the built command line. */
export const serverProgram = resolve('dist/server/main.js');
export const commandLineProgram = resolve('dist/server/tocsin.js');
