// Writes which IANA zone each Windows zone name stands for, from windowsZones.json of Unicode CLDR (supplemental/windowsZones.json in the npm
// package cldr-core, or the file of a CLDR release): npm run windows-zones <windowsZones.json>
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './env/root.mjs';

const [source] = process.argv.slice(2);
if (!source) throw new Error('Name the windowsZones.json of a CLDR release.');
const { version, windowsZones } = JSON.parse(readFileSync(source, 'utf8')).supplemental;
const entries = windowsZones.mapTimezones
  .map(({ mapZone }) => mapZone)
  // 001: the zone for the whole world, where a territory has others
  .filter(({ _territory }) => _territory === '001')
  .map(({ _other, _type }) => `${_other}=${_type.split(' ')[0]}`)
  .toSorted();
const file = inRoot('libs', 'domain', 'src', 'setup', 'schedules', 'shared', 'windows-zones.ts');
writeFileSync(
  file,
  `// Written by scripts/windows-zones.mjs from windowsZones.json of Unicode CLDR ${version._cldrVersion} (Unicode License v3).

/** Each name that Windows has for a zone, and the IANA zone that it stands for. */
export const windowsZones =
  '${entries.join(';').replaceAll("'", String.raw`\'`)}';
`,
);
console.log(`${entries.length} zones: ${file}`);
