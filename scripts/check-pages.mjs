// Is what the pages name there? Links, paths, commands of npm, routes of the API, and the index of decisions.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadSources } from './docs/sources.mjs';
import { inRoot } from './env/root.mjs';

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const { allRoutes: routes } = await loadSources(['apps/server/src/query/all-routes']);
const pages = [...pagesIn('.', false), ...pagesIn('docs', true)];
const faults = [
  ...pages.flatMap(linkFaults),
  ...pages.flatMap(pathFaults),
  ...pages.flatMap(commandFaults),
  ...pages.flatMap(routeFaults),
  ...decisionFaults('docs/decisions'),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function pagesIn(folder, recursive) {
  const names = readdirSync(inRoot(folder), { recursive });
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

function read(page) {
  return readFileSync(inRoot(page), 'utf8');
}

/** Links and pictures that lead to no file of the clone. Addresses elsewhere are not asked. */
function linkFaults(page) {
  const text = read(page);
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(([, link, picture]) => link ?? picture);
  return targets
    .filter((target) => !/^[a-z]+:|^#/.test(target))
    .filter((target) => !existsSync(inRoot(dirname(page), target.replace(/#.*$/, ''))))
    .map((target) => `${page}: ${target} is not there`);
}

/** `libs/…` and the like; a path with a placeholder is none. */
function pathFaults(page) {
  const named = [...read(page).matchAll(/`((?:apps|libs|docs|scripts|test)\/[\w./-]+)`/g)].map(([, path]) => path);
  return named.filter((path) => !existsSync(inRoot(path))).map((path) => `${page}: ${path} is not there`);
}

function commandFaults(page) {
  const named = [...read(page).matchAll(/\bnpm run (?:--\S+ )*([\w:]+)/g)].map(([, script]) => script);
  return named.filter((script) => !(script in scripts)).map((script) => `${page}: there is no “npm run ${script}”`);
}

/** `GET /api/…`, and addresses of the API without a method. What stands for a value fits any part. Decisions and changes tell of routes that were. */
function routeFaults(page) {
  if (/^docs\/decisions\/|^CHANGELOG/.test(page)) return [];
  const named = [
    ...read(page).matchAll(/(?:\b(GET|POST|PUT|PATCH|DELETE) )?((?<![\w.)])\/(?:api|v2|test|readyz|healthz|metrics)\b[\w/:.$-]*)/g),
  ];
  const isThere = (method, path) =>
    routes.some((route) => (!method || route.method === method) && fits(route.path.split('/'), path.split('/')));
  return named
    .map(([, method, path]) => [method, path.replace(/[./-]+$/, '')])
    .filter(([method, path]) => !isThere(method, path))
    .map(([method, path]) => `${page}: there is no route ${[method, path].filter(Boolean).join(' ')}`);
}

/** An address may end before its last part, as a prefix. */
function fits(route, path) {
  return path.length <= route.length && path.every((part, at) => /^[:$]/.test(part) || route[at].startsWith(':') || part === route[at]);
}

/** Each page of a decision begins `# <number>. <title>` and says since when it holds and what was rejected; the index has one row that leads there. */
function decisionFaults(folder) {
  const index = read(`${folder}/README.md`);
  const decisions = readdirSync(inRoot(folder)).filter((name) => /^\d{4}-.*\.md$/.test(name));
  return decisions.flatMap((name) => {
    const number = Number(name.slice(0, 4));
    const title = new RegExp(`^# ${number}\\. (.+)\\n`).exec(read(`${folder}/${name}`))?.[1];
    if (!title) return [`${folder}/${name}: begins with “# ${number}. ” and its title`];
    if (!/^_(?:In force since|Replaced by) .+_$/m.test(read(`${folder}/${name}`)))
      return [`${folder}/${name}: “_In force since <date>._” is missing`];
    if (!/reject/i.test(read(`${folder}/${name}`))) return [`${folder}/${name}: says nothing of what was rejected`];
    const row = new RegExp(`^\\| +${number} +\\| \\[${escaped(title)}\\]\\(${escaped(name)}\\) +\\| +\\S`, 'gm');
    const found = index.match(row)?.length ?? 0;
    return found === 1 ? [] : [`${folder}/README.md: | ${number} | [${title}](${name}) | and a sentence: there ${found} times, not once`];
  });
}

function escaped(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
