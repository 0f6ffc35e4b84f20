import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot } from './root.mjs';

/** File in which a suite lists what it could not run on this machine and why; tests find it as TOCSIN_NOT_RUN_FILE. */
export const notRunFile = inRoot('.cache', 'not-run.txt');

export function clearNotRun() {
  mkdirSync(dirname(notRunFile), { recursive: true });
  writeFileSync(notRunFile, '');
}

export const noteSkipped = (line) => appendFileSync(notRunFile, `${line}\n`);

export const readNotRun = () => (existsSync(notRunFile) ? [...new Set(readFileSync(notRunFile, 'utf8').split('\n').filter(Boolean))] : []);
