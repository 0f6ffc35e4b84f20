// Is every module in CONTRIBUTING.md? A module is a folder of apps/*/src or libs/*/src; the head of its table names the package:
// | `apps/server/src` | …
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './env/root.mjs';

const listedRooms = parseRooms(readFileSync(inRoot('CONTRIBUTING.md'), 'utf8'));
const existingRooms = ['apps', 'libs'].flatMap((wing) => foldersOf(wing).flatMap((house) => roomsOf(`${wing}/${house}/src`)));

const faults = [
  ...existingRooms.filter((room) => !listedRooms.includes(room)).map((room) => `${room} is not in the tables of modules`),
  ...listedRooms.filter((room) => !existingRooms.includes(room)).map((room) => `${room} is listed but does not exist`),
];
for (const fault of faults) console.error(`CONTRIBUTING.md: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function roomsOf(folder) {
  return foldersOf(folder).map((room) => `${folder}/${room}`);
}

function foldersOf(folder) {
  if (!existsSync(inRoot(folder))) return [];
  const entries = readdirSync(inRoot(folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The first cells of every table whose head is a folder called src, as paths. */
function parseRooms(text) {
  let house = '';
  return text.split('\n').flatMap((line) => {
    const cell = /^\| `([^`]+)`/.exec(line)?.[1];
    if (!line.startsWith('|')) house = '';
    if (cell?.endsWith('/src')) house = cell;
    return cell && house && cell !== house ? [`${house}/${cell}`] : [];
  });
}
