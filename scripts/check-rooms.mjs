// Does CONTRIBUTING.md lead to folders that exist, and to every package? Its list names packages (- `libs/domain`: …) and, below them, folders of their
// src (  - `rules`: …): those whose names say too little.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './env/root.mjs';

const listed = parseFolders(readFileSync(inRoot('CONTRIBUTING.md'), 'utf8'));
const packages = ['apps', 'libs'].flatMap((wing) => readdirSync(inRoot(wing)).map((name) => `${wing}/${name}`));

const faults = [
  ...packages.filter((name) => !listed.includes(name)).map((name) => `${name} is not in the list of folders`),
  ...listed.filter((folder) => !existsSync(inRoot(folder))).map((folder) => `${folder} is listed but does not exist`),
];
for (const fault of faults) console.error(`CONTRIBUTING.md: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function parseFolders(text) {
  let name = '';
  return text.split('\n').flatMap((line) => {
    const [, indent, heads] = /^( *)- ((?:`[\w/-]+`(?:, )?)+):/.exec(line) ?? [];
    const folders = [...(heads ?? '').matchAll(/`([^`]+)`/g)].map(([, folder]) => folder);
    if (indent === '') [name] = folders;
    return indent ? folders.map((folder) => `${name}/src/${folder}`) : folders;
  });
}
