import { z } from 'zod';
import { fieldTables } from './fields.mjs';
import { code, page, section, table } from './markdown.mjs';

/** All routes, and the bodies and answers that are not commands. */
export function routesPage({ routes, rooms, audiences, shapes, commands, livePath }) {
  const intro = `Every HTTP route. The same list is available as OpenAPI 3.1 at ${code('/api/openapi.json')}. A session is the cookie that signing in sets, or its token as ${code('Authorization: Bearer …')}; changes by a browser must come from the same origin. Live changes are sent over socket.io at ${code(livePath)} to signed-in clients. Refusals are listed in [refusals](refusals.md).`;
  const sections = Object.entries(rooms).map(([room, title]) =>
    section(
      title,
      ...roomOf(
        routes.filter((route) => route.room === room),
        audiences,
      ),
    ),
  );
  return page('Routes', intro, ...sections, shapesSection(routes, shapes, commands));
}

function roomOf(routes, audiences) {
  const rows = routes.map(({ method, path, says, permission, answers }) => [
    code(`${method} ${path}`),
    says,
    permission === 'session' ? 'any signed-in user' : (audiences[permission]?.says ?? code(permission)),
    answers.map(({ status, shape }) => (shape ? `${status} ${code(shape)}` : status)).join(', '),
  ]);
  const queryRoutes = new Map(routes.filter(({ query }) => query).map((route) => [Object.keys(route.query).join(), route]));
  return [table(['route', 'what it does', 'access', 'answers'], rows), ...[...queryRoutes.values()].map(parametersOf)];
}

/** Routes with the same parameters share one table, at the last of them. */
function parametersOf({ method, path, view, query }) {
  const route = view ? path.replace(view, ':view') : path;
  const rows = Object.entries(query).map(([name, parameter]) => [code(name), describeParameter(parameter)]);
  return `Parameters of ${code(`${method} ${route}`)}:\n\n${table(['parameter', 'what it does'], rows)}`;
}

/** More of them have a page of their own. */
const shownChoices = 20;

/** What it does, and what it takes. */
function describeParameter({ says, schema, isRequired }) {
  const { enum: choices } = z.toJSONSchema(schema.element ?? schema, { io: 'input', unrepresentable: 'any' });
  const shown = choices && !choices.includes('0') && choices.length <= shownChoices ? `One of ${choices.map(code).join(', ')}.` : '';
  return [isRequired ? 'Required.' : '', says, shown].filter(Boolean).join(' ');
}

/** Bodies of commands are on their own page. */
function shapesSection(routes, shapes, commands) {
  const used = routes.flatMap(({ body, answers }) => [body && [body, 'input'], ...answers.map(({ shape }) => shape && [shape, 'output'])]);
  const own = new Map(used.filter((use) => use && !(use[0] in commands)));
  const parts = [...own].map(([name, io]) => `### ${name}\n\n${fieldTables(shapes[name], io)}`);
  return section('Bodies and answers', ...parts);
}
