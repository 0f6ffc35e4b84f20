import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * Phones on one server, one path for each. Reads codes; answers pages with the status from `answer` (200 by default), after `after`
 * milliseconds. Messages with a code are answered at once, and are not counted as calls.
 */
export const startPhones = async ({ answer = () => 200, after = 0 } = {}) => {
  const codes = new Map();
  const runningRequests = new Map();
  let maxConcurrent = 0;
  const codePromiseOf = (path) => {
    if (!codes.has(path)) codes.set(path, Promise.withResolvers());
    return codes.get(path);
  };
  const take = async (request, response) => {
    const { url } = request;
    const { code } = JSON.parse(await text(request));
    if (code) {
      codePromiseOf(url).resolve(code);
      response.end();
      return;
    }
    runningRequests.set(url, (runningRequests.get(url) ?? 0) + 1);
    maxConcurrent = Math.max(
      maxConcurrent,
      [...runningRequests.values()].reduce((sum, n) => sum + n, 0),
    );
    setTimeout(() => {
      runningRequests.set(url, runningRequests.get(url) - 1);
      response.writeHead(answer(url)).end();
    }, after);
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${server.address().port}`;
  return {
    /** Adds a verified webhook to a person, used at once. `run`: the person’s own, or an owner’s for themselves. */
    add: async (run, personId, path) => {
      const { contactMethodId } = (await run('AddContactMethod', { kind: 'webhook', personId, address: `${base}${path}` })).says;
      await run('VerifyContactMethod', { personId, contactMethodId, code: await codePromiseOf(path).promise });
      await run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    },
    /** The most concurrent calls. */
    most: () => maxConcurrent,
    close: () => server.close().closeAllConnections(),
  };
};
