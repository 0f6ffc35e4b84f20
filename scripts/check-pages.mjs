// Checks documents: links, paths, npm scripts and API routes exist, every screenshot is shown, decisions say what was rejected and have their row in the index.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadSources } from './docs/sources.mjs';
import { formFaults, targetsOf, unshown } from './docs/page-rules.mjs';
import { inRoot } from './env/root.mjs';

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const { allRoutes: routes } = await loadSources(['apps/server/src/query/all-routes']);
const pages = [...pagesIn('.', false), ...pagesIn('docs', true)];
const faults = [
  ...pages.flatMap(findLinkFaults),
  ...pages.flatMap(findPathFaults),
  ...pages.flatMap(findCommandFaults),
  ...pages.flatMap(routeFaults),
  ...findDecisionFaults('docs/decisions'),
  ...screenshotFaults('docs/screens'),
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

function screenshotFaults(folder) {
  const screenshots = readdirSync(inRoot(folder)).filter((name) => name.endsWith('.png'));
  const others = pages.filter((page) => dirname(page) !== folder).map((page) => [page, read(page)]);
  return unshown(
    screenshots.map((name) => join(folder, name)),
    others,
  ).map((path) => `${path}: no document shows it`);
}

/** Links and pictures that lead to no file of the repository. External addresses are not requested. */
function findLinkFaults(page) {
  return targetsOf(read(page))
    .filter((target) => !/^[a-z]+:|^#/.test(target))
    .filter((target) => !existsSync(inRoot(dirname(page), target.replace(/#.*$/, ''))))
    .map((target) => `${page}: ${target} does not exist`);
}

/** `libs/…` and the like; a path with a placeholder is none. */
function findPathFaults(page) {
  const mentionedPaths = [...read(page).matchAll(/`((?:apps|libs|docs|scripts|test)\/[\w./-]+)`/g)].map(([, path]) => path);
  return mentionedPaths.filter((path) => !existsSync(inRoot(path))).map((path) => `${page}: ${path} does not exist`);
}

function findCommandFaults(page) {
  const mentionedScripts = [...read(page).matchAll(/\bnpm run (?:--\S+ )*([\w:]+)/g)].map(([, script]) => script);
  return mentionedScripts.filter((script) => !(script in scripts)).map((script) => `${page}: there is no “npm run ${script}”`);
}

/** `GET /api/…`, and API addresses without a method. A placeholder matches any part. Decisions and the changelog may name former routes. */
function routeFaults(page) {
  if (/^docs\/decisions\/|^CHANGELOG/.test(page)) return [];
  const mentionedRoutes = [
    ...read(page).matchAll(/(?:\b(GET|POST|PUT|PATCH|DELETE) )?((?<![\w.)/])\/(?:api|v2|test|readyz|healthz|metrics)\b[\w/:.$-]*)/g),
  ];
  const isThere = (method, path) =>
    routes.some((route) => (!method || route.method === method) && isMatching(route.path.split('/'), path.split('/')));
  return mentionedRoutes
    .map(([, method, path]) => [method, path.replace(/[./-]+$/, '')])
    .filter(([method, path]) => !isThere(method, path))
    .map(([method, path]) => `${page}: there is no route ${[method, path].filter(Boolean).join(' ')}`);
}

/** An address may end before its last part, as a prefix. */
function isMatching(route, path) {
  return path.length <= route.length && path.every((part, at) => /^[:$]/.test(part) || route[at].startsWith(':') || part === route[at]);
}

/** Each decision has a paragraph on what was rejected, and the index has one row for it. */
function findDecisionFaults(folder) {
  const index = read(`${folder}/README.md`);
  const decisions = readdirSync(inRoot(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return decisions.flatMap((name) => [...formFaults(`${folder}/${name}`, read(`${folder}/${name}`)), ...rowFaults(index, folder, name)]);
}

function rowFaults(index, folder, name) {
  const row = new RegExp(`^\\|.*\\[.+\\]\\(${escapePattern(name)}\\) +\\| +\\S`, 'gm');
  const rowCount = index.match(row)?.length ?? 0;
  return rowCount === 1 ? [] : [`${folder}/README.md: has ${rowCount} rows | [<title>](${name}) | with a sentence, not one`];
}

function escapePattern(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
