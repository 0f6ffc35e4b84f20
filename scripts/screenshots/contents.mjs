// screens/README.md: the pictures, screen by screen.
import { sizes } from './camera.mjs';

const row = (cells) => `| ${cells.join(' | ')} |`;
const picture = (name, world, size, theme) => `![${name}, ${world}, ${size}, ${theme}](${fileOf(name, world, size, theme)})`;

export const fileOf = (name, world, size, theme) => `${name}-${world}-${size}-${theme}.png`;

/** Markdown: one section per screen, one row per world. `pictures`: [name, [worlds]]. */
export function contentsOf(pictures) {
  const columns = Object.keys(sizes).flatMap((size) => ['light', 'dark'].map((theme) => [size, theme]));
  const section = ([name, inWorlds]) =>
    [
      `## ${name}`,
      '',
      row(['', ...columns.map((column) => column.join(', '))]),
      row(['---', ...columns.map(() => '---')]),
      ...inWorlds.map((world) => row([world, ...columns.map(([size, theme]) => picture(name, world, size, theme))])),
    ].join('\n');
  return [
    '# Screenshots',
    '',
    'Every screen × {1440×900, 390×844} × {light, dark} × {empty, busy, doubt, storm, demo, error}, where the screen has that state. Written by `npm run screenshots`.',
    '',
    ...pictures.map((one) => `${section(one)}\n`),
  ].join('\n');
}
