// Is the lock file whole? npm silently leaves out a platform's package that its registry lacked at that moment, and a clone on that
// platform then has no binary; and a `resolved` address ties everyone to the registry that one person installed from.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot } from './env/root.mjs';

const faults = ['package-lock.json', 'tools/node/package-lock.json'].flatMap(faultsOf);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function faultsOf(file) {
  const { packages } = JSON.parse(readFileSync(inRoot(file), 'utf8'));
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(entry.resolved && !entry.link ? [`${file}: ${path} has a "resolved" address`] : []),
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isFound(packages, path, name))
      .map((name) => `${file}: ${path || 'the project'} wants ${name}, which is not locked`),
  ]);
}

/** Node's own search: in the package's node_modules, then in that of each folder above it. */
function isFound(packages, from, name) {
  if (`${from ? `${from}/` : ''}node_modules/${name}` in packages) return true;
  return from !== '' && isFound(packages, parentOf(from), name);
}

function parentOf(path) {
  const folder = dirname(path);
  return folder === '.' ? '' : folder.endsWith('node_modules') || folder.split('/').at(-1).startsWith('@') ? parentOf(folder) : folder;
}
