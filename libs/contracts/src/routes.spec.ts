import { commandExamples, commands, views } from './catalogue.js';
import type { CommandExample } from './examples.js';
import { permissions } from './permissions.js';
import { refusals } from './refusals.js';
import { routes } from './routes.js';
import { audiences } from './routes/open-terms.js';
import { shapes } from './shapes.js';

const paths = routes.map(({ method, path }) => `${method} ${path}`);

describe('the list of routes', () => {
  it('has each route once', () => {
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('has one for every command, with the command’s permission', () => {
    const had = routes.filter(({ command }) => command).map(({ path, permission }) => [path, permission]);
    expect(had).toEqual(Object.entries(commands).map(([type, { permission }]) => [`/api/commands/${type}`, permission]));
  });

  it.each(Object.keys(views))('lists the view %s, and shows one row of it', (view) => {
    expect(paths).toContain(`GET /api/views/${view}`);
    expect(paths).toContain(`GET /api/views/${view}/:id`);
  });

  it('lets nobody in by a word that nobody knows', () => {
    const knownEntrances = new Set([...Object.keys(permissions), ...Object.keys(audiences), 'session']);
    expect(routes.filter(({ permission }) => !knownEntrances.has(permission))).toEqual([]);
  });

  it('refuses only by codes that there are', () => {
    const refusedExamples = Object.values<CommandExample<unknown>>(commandExamples).flatMap(({ refusedAs }) => refusedAs ?? []);
    expect(refusedExamples.filter((code) => !(code in refusals))).toEqual([]);
    expect(routes.flatMap((route) => route.refusals ?? []).filter((code) => !(code in refusals))).toEqual([]);
  });

  it('gives examples that the contract takes', () => {
    const routesWithExample = routes.filter(({ body, example }) => body && example !== undefined);
    expect(routesWithExample.length).toBeGreaterThan(3);
    for (const { body, example } of routesWithExample) expect(shapes[body!].safeParse(example).error).toBeUndefined();
  });

  it('answers every route with something', () => {
    expect(routes.filter(({ answers }) => !answers.some(({ status }) => status < 400))).toEqual([]);
  });
});
