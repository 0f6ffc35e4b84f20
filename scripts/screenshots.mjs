// npm run screenshots [screen …] [world …] [shown]: plays Northwind and the demo on a manual clock and takes all screenshots, or those of the named screens
// and worlds, or those that documents show; "npm run screenshots guide" those of docs/guide/channels. They are written to `screens`, which git ignores, with a contact sheet; those used by the documents are copied to docs/screens.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { ensureBuild } from './env/build.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';
import { book } from './screenshots/book.mjs';

await ensureNode();
await ensureInstall();
await ensureBuild();
const { openCamera, sizes, themes } = await import('./screenshots/camera.mjs');
const { fileOf, sheetOf } = await import('./screenshots/sheet.mjs');
const { takeChannelPictures } = await import('./screenshots/channels.mjs');
const { openWorld, worlds } = await import('./screenshots/worlds.mjs');

const isGuide = process.argv.includes('guide');
const isOnlyShown = process.argv.includes('shown');
const requested = process.argv.slice(2).filter((name) => name !== 'shown' && name !== 'guide');
const unknown = requested.filter((name) => !(name in book) && !(name in worlds));
if (unknown.length > 0)
  throw new Error(`no such screen or world: ${unknown.join(', ')}; there are ${[book, worlds].flatMap(Object.keys).join(', ')}`);
const requestedScreens = requested.filter((name) => name in book);
const requestedWorlds = requested.filter((name) => name in worlds);

const folder = inRoot('screens');
const screensFolder = inRoot('docs', 'screens');
const isShown = new Set(readdirSync(screensFolder));
const keptFiles = new Set(['sheet.html']);
const missedScreens = [];
mkdirSync(folder, { recursive: true });

const camera = await openCamera();
if (isGuide || process.argv.length === 2) {
  const world = await openWorld('empty');
  missedScreens.push(...(await takeChannelPictures(camera, world)));
  await world.end();
}
for (const [name, { shows }] of isGuide ? [] : Object.entries(worlds)) {
  if (requestedWorlds.length > 0 && !requestedWorlds.includes(name)) continue;
  const chapters = Object.entries(shows).map(([chapter, broken]) => ({ chapter, broken, screens: screensIn(chapter) }));
  if (chapters.some(({ screens }) => screens.length > 0)) await takePictures(name, chapters);
}
await camera.close();

if (!isGuide)
  writeFileSync(
    `${folder}/sheet.html`,
    sheetOf(Object.entries(book).map(([screen, screensByWorld]) => [screen, Object.keys(screensByWorld)])),
  );
if (process.argv.length === 2) for (const file of readdirSync(folder)) if (!keptFiles.has(file)) rmSync(`${folder}/${file}`);
if (missedScreens.length > 0) {
  console.error(missedScreens.join('\n'));
  process.exitCode = 1;
}

function screensIn(chapter) {
  const selectedScreens = Object.entries(book).filter(([screen]) => requestedScreens.length === 0 || requestedScreens.includes(screen));
  return selectedScreens.flatMap(([screen, screensByWorld]) => (screensByWorld[chapter] ? [{ screen, ...screensByWorld[chapter] }] : []));
}

async function takePictures(name, chapters) {
  const world = await openWorld(name);
  for (const { chapter, broken, screens } of chapters) {
    for (const size of Object.keys(sizes)) for (const theme of themes) await takeRound({ world, chapter, broken, size, theme }, screens);
  }
  await world.end();
}

function isWanted(file) {
  return !isOnlyShown || isShown.has(file);
}

/** One browser signed in, one signed out. */
async function takeRound(scene, screens) {
  for (const isNobody of [false, true]) {
    const { world, chapter, broken, size, theme } = scene;
    const screensOfRole = screens.filter(({ as, screen }) => (as === null) === isNobody && isWanted(fileOf(screen, chapter, size, theme)));
    if (screensOfRole.length === 0) continue;
    const visit = await camera.visit({ url: world.url, size, theme, person: isNobody ? null : world.viewer, broken });
    for (const screen of screensOfRole) await take(visit, scene, screen);
    await visit.close();
  }
}

async function take(visit, { world, chapter, size, theme }, { screen, path, whole, before, act, night, isLong }) {
  const file = fileOf(screen, chapter, size, theme);
  const stepOn = (step) => step && ((page) => step(page, world));
  keptFiles.add(file);
  // the page of a page is warm and dim at night
  const at = night && theme === 'dark' ? night : world.at;
  try {
    writeFileSync(
      `${folder}/${file}`,
      await visit.shoot({ path: path(world), whole, at, isLong, before: stepOn(before), act: stepOn(act) }),
    );
    if (isShown.has(file)) copyFileSync(`${folder}/${file}`, `${screensFolder}/${file}`);
    console.log(`screens/${file}`);
  } catch (error) {
    missedScreens.push(`${file}: ${error.message.split('\n')[0]}`);
  }
}
