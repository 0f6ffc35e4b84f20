// Writes the offset changes of every IANA zone, 2000 to 2050, from the tz data of this Node.js, to a file of its own
// that is never changed afterwards: facts name the table by which they were computed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';

await ensureNode();

const version = process.versions.tz;
const from = Temporal.Instant.from('2000-01-01T00:00Z');
const to = Temporal.Instant.from('2050-01-01T00:00Z');
const file = inRoot('libs', 'domain', 'src', 'setup', 'schedules', 'shifts', 'zones', `zones-${version}.ts`);

/** Names that IANA keeps for zones of other names. Debian's package tzdata lists them. */
function otherNames() {
  const source = '/usr/share/zoneinfo/tzdata.zi';
  if (!existsSync(source)) throw new Error(`install tzdata: ${source} is missing`);
  const links = readFileSync(source, 'utf8').matchAll(/^L (\S+) (\S+)$/gm);
  return [...links].flatMap(([, target, name]) => [target, name]);
}

/** Minutes east of UTC at the beginning, then in turn a minute since 1970 and the offset from then on. */
function changesOf(zone) {
  const changes = [minutesEast(from.toZonedDateTimeISO(zone))];
  let at = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  while (at !== null && Temporal.Instant.compare(at.toInstant(), to) < 0) {
    const offset = minutesEast(at);
    if (offset !== changes.at(-1)) changes.push(minutes(at.epochMilliseconds / 60_000), offset);
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}

const minutesEast = (at) => minutes(at.offsetNanoseconds / 60e9);

function minutes(count) {
  if (!Number.isInteger(count)) throw new Error(`${count} is no whole number of minutes`);
  return count;
}

const knownZone = (zone) => {
  try {
    from.toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
};

const names = [...new Set([...Intl.supportedValuesOf('timeZone'), ...otherNames(), 'UTC'])].filter(knownZone).toSorted();
const lists = [];
const indexes = new Map();
const zones = names.map((name) => {
  const list = changesOf(name).join(' ');
  if (!indexes.has(list)) indexes.set(list, lists.push(list) - 1);
  return `${name} ${indexes.get(list)}`;
});

writeFileSync(
  file,
  `// Written by npm run zone-tables, and never changed: facts name it.
export const version = '${version}';

/** Each zone and the number of its list. */
export const zones =
  '${zones.join(';')}';

/** Minutes east of UTC at the beginning of 2000; then in turn a minute since 1970 and the minutes east from then on, until 2050. */
export const lists =
  '${lists.join(';')}';
`,
);
console.log(`${names.length} zones, ${lists.length} lists, ${readFileSync(file).length} bytes: ${file}`);
