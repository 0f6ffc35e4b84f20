// screens/sheet.html: all pictures side by side, a row for each screen in a world.
import { sizes, themes } from './camera.mjs';

export const fileOf = (name, world, size, theme) => `${name}-${world}-${size}-${theme}.png`;

const columns = Object.keys(sizes).flatMap((size) => themes.map((theme) => [size, theme]));

const picture = (file, size) => `<a href="${file}"><img loading="lazy" src="${file}" alt="" width="${sizes[size].width / 3}"></a>`;

const row = (name, world) =>
  `<tr><th>${name}<br><small>${world}</small></th>${columns.map(([size, theme]) => `<td>${picture(fileOf(name, world, size, theme), size)}</td>`).join('')}</tr>`;

/** `pictures`: [name, [worlds]]. */
export const sheetOf = (pictures) =>
  [
    '<!doctype html><meta charset="utf-8"><title>Screens</title>',
    '<style>body{font:13px sans-serif}th{text-align:left;vertical-align:top}td{padding:6px}img{border:1px solid #8888;height:auto}</style>',
    `<table><tr><th></th>${columns.map((column) => `<th>${column.join(', ')}</th>`).join('')}</tr>`,
    ...pictures.flatMap(([name, inWorlds]) => inWorlds.map((world) => row(name, world))),
    '</table>',
    '',
  ].join('\n');
