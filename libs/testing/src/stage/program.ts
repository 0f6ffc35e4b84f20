import { resolve } from 'node:path';

/** What is tested is what runs: the built server, and the command line of an operator. */
export const serverProgram = resolve('dist/server/main.js');
export const commandLineProgram = resolve('dist/server/tocsin.js');
