import { fieldTables } from './fields.mjs';
import { code, page, section } from './markdown.mjs';

const senders = { client: 'From the client', server: 'From the server' };

/** The events of the socket. */
export function livePage({ liveEvents, livePath }) {
  const intro = `Live changes are sent over [socket.io 4](https://socket.io/docs/v4/) at the path ${code(livePath)}: to a browser by its session cookie, to a program with a token as ${code('auth: { token }')}. Messages may be lost; what a client missed it reads from ${code('GET /api/events?after=')}. Clients in TypeScript and Python: [use the API](../guide/api.md#live-changes). The same list is ${code('x-live')} in ${code('/api/openapi.json')}.`;
  const sections = Object.entries(liveEvents).map(([name, event]) => section(name, ...partsOf(event)));
  return page('Live channel', intro, ...sections);
}

function partsOf({ from, says, body, answer }) {
  return [`${senders[from]}. ${says}`, ...describe('Its body', body), ...describe('The acknowledgement', answer)];
}

function describe(what, schema) {
  if (!schema) return [];
  const { type } = schema.def;
  if (type === 'boolean') return [`${what} is true or false.`];
  if (type === 'array')
    return schema.element.def.type === 'string'
      ? [`${what} is a list of names.`]
      : [`${what} is a list of:`, fieldTables(schema.element, 'output')];
  return [`${what}:`, fieldTables(schema, 'output')];
}
