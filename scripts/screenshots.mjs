// npm run screenshots [screen …]: plays Northwind on a manual clock and takes all screenshots, or those of the named screens. They are written to
// `screens`, which git ignores; those used by the documents are copied to docs/screens.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { ensureBuild } from './env/build.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';
import { book } from './screenshots/book.mjs';
import { contentsOf, fileOf } from './screenshots/contents.mjs';

await ensureNode();
await ensureInstall();
await ensureBuild();
const { openCamera, sizes, themes } = await import('./screenshots/camera.mjs');
const { openWorld, worlds } = await import('./screenshots/worlds.mjs');

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in book));
if (unknown.length > 0) throw new Error(`no such screen: ${unknown.join(', ')}; there are ${Object.keys(book).join(', ')}`);

const folder = inRoot('screens');
const shown = inRoot('docs', 'screens');
const isShown = new Set(readdirSync(shown));
const prettier = await import('prettier');
const kept = new Set(['README.md']);
const missed = [];
mkdirSync(folder, { recursive: true });

const camera = await openCamera();
for (const [name, { shows }] of Object.entries(worlds)) {
  const chapters = Object.entries(shows).map(([chapter, broken]) => ({ chapter, broken, screens: screensIn(chapter) }));
  if (chapters.some(({ screens }) => screens.length > 0)) await photograph(name, chapters);
}
await camera.close();

writeFileSync(
  `${folder}/README.md`,
  await prettier.format(contentsOf(Object.entries(book).map(([screen, shown]) => [screen, Object.keys(shown)])), { parser: 'markdown' }),
);
if (asked.length === 0) for (const file of readdirSync(folder)) if (!kept.has(file)) rmSync(`${folder}/${file}`);
if (missed.length > 0) {
  console.error(missed.join('\n'));
  process.exitCode = 1;
}

function screensIn(chapter) {
  const wanted = Object.entries(book).filter(([screen]) => asked.length === 0 || asked.includes(screen));
  return wanted.flatMap(([screen, shown]) => (shown[chapter] ? [{ screen, ...shown[chapter] }] : []));
}

async function photograph(name, chapters) {
  const world = await openWorld(name);
  for (const { chapter, broken, screens } of chapters) {
    for (const size of Object.keys(sizes)) for (const theme of themes) await round({ world, chapter, broken, size, theme }, screens);
  }
  await world.end();
}

/** One browser signed in, one signed out. */
async function round(scene, screens) {
  for (const isNobody of [false, true]) {
    const theirs = screens.filter(({ as }) => (as === null) === isNobody);
    if (theirs.length === 0) continue;
    const { world, broken, size, theme } = scene;
    const visit = await camera.visit({ url: world.url, size, theme, person: isNobody ? null : world.viewer, broken });
    for (const screen of theirs) await take(visit, scene, screen);
    await visit.close();
  }
}

async function take(visit, { world, chapter, size, theme }, { screen, path, whole, before, act, night }) {
  const file = fileOf(screen, chapter, size, theme);
  const given = (step) => step && ((page) => step(page, world));
  kept.add(file);
  // the page of a page is warm and dim at night
  const at = night && theme === 'dark' ? night : world.at;
  try {
    writeFileSync(`${folder}/${file}`, await visit.shoot({ path: path(world), whole, at, before: given(before), act: given(act) }));
    if (isShown.has(file)) copyFileSync(`${folder}/${file}`, `${shown}/${file}`);
    console.log(`screens/${file}`);
  } catch (error) {
    missed.push(`${file}: ${error.message.split('\n')[0]}`);
  }
}
