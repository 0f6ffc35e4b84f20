// npm run assemble FOLDER: all that runs, and nothing else, for the image or a machine of its own: the bundle, the web, and the two packages with
// binaries as they are installed here. The folder holds the same for any machine of this system and processor; only Node is not in it.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ensureBuild } from './env/build.mjs';
import { nativePackages } from './env/native.mjs';
import { inRoot } from './env/root.mjs';

const [folderArgument] = process.argv.slice(2);
if (!folderArgument) throw new Error('Usage: npm run assemble FOLDER');
const folder = resolve(folderArgument);
if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);

await ensureBuild();
copy(join('dist', 'server'));
copy(join('dist', 'web'));
copy('LICENSE');
for (const name of nativePackages.flatMap(withItsBinaries)) copyPackage(name);
writeManifest();
console.log(`assembled in ${folder}`);

/** Platform-specific packages: the binaries of some packages are packages of their own. */
function withItsBinaries(name) {
  const { optionalDependencies = {} } = manifestOf(name);
  return [name, ...Object.keys(optionalDependencies).filter((other) => existsSync(inRoot('node_modules', other)))];
}

function manifestOf(name) {
  return JSON.parse(readFileSync(inRoot('node_modules', name, 'package.json'), 'utf8'));
}

/** Copies a package without its sources for compiling, and without binaries for other systems. */
function copyPackage(name) {
  const from = join('node_modules', name);
  const system = new RegExp(`^${process.platform}(musl)?-${process.arch}\\.node$`);
  const isUnused = (path) =>
    ['src', 'deps', 'binding.gyp'].some((part) => path === join(from, part)) ||
    (dirname(path) === join(from, 'prebuilds') && !system.test(path.slice(dirname(path).length + 1)));
  copy(from, (path) => !isUnused(path));
}

function copy(path, isWanted = () => true) {
  const root = inRoot();
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(inRoot(path), join(folder, path), { recursive: true, filter: (source) => isWanted(source.slice(root.length).replace(/^\//, '')) });
}

/** The fields of package.json that the program reads, and that Node needs. */
function writeManifest() {
  const { name, version, license, type, engines, bin } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, license, type, engines, bin }, null, 2)}\n`);
}
