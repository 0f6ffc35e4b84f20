// npm run icons: renders apps/web/public/icons and favicon.ico from bell.svg. Run it when the bell changes; the icons are committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
for (const [file, [svg, size]] of Object.entries(pictures)) writeFileSync(`${folder}/${file}`, await render(svg, size));
writeFileSync(inRoot('apps', 'web', 'public', 'favicon.ico'), toIcon(await render(bell, 48), 48));
await browser.close();

/** The picture as PNG. */
async function render(svg, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** A PNG as the only picture of an ICO file. */
function toIcon(png, size) {
  const header = Buffer.alloc(22);
  // kind 1: icon; one picture
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  // one plane, 32 bits a pixel
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
