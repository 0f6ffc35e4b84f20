// npm run icons: renders apps/web/public/icons from bell.svg. Run it when the bell changes; the icons are committed.
import { mkdirSync, readFileSync } from 'node:fs';
import { ensureChromium } from './env/chromium.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';

await ensureNode();
const { chromium } = await import('playwright-core');
const folder = inRoot('apps', 'web', 'public', 'icons');
const bell = readFileSync(inRoot('apps', 'web', 'public', 'bell.svg'), 'utf8');
const square = bell.replace(' rx="7"', '');
/** Android shows the shape of a badge alone, in white. */
const shape = bell.replace(/<rect[^>]*\/>/, '');
/** Launchers may crop the margin: the bell keeps to the inner four fifths. */
const padded = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"')
  .replace('<rect width="32" height="32"', '<rect x="-3" y="-3" width="38" height="38"');

const pictures = {
  '192.png': [bell, 192],
  '512.png': [bell, 512],
  'maskable.png': [padded, 512],
  'apple-touch.png': [square, 180],
  'badge.png': [shape, 96],
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
for (const [file, [svg, size]] of Object.entries(pictures)) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: `${folder}/${file}`, omitBackground: true });
  await page.close();
}
await browser.close();
