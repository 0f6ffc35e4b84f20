import { refuseMethod } from './method.js';
import { matchOf } from './routes.js';
import { senders } from './senders/senders.js';

const all = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'];
const addresses = senders.flatMap(({ id, format }) =>
  [...new Set(format.routes.map(({ path }) => path))].map((path) => {
    const address = path.replaceAll(/:(\w+)\+?/g, '$1');
    const match = matchOf(address)!;
    // where two protocols share an address, the key tells which is meant, and the methods are those of both
    const methods =
      match.format === format ? format.routes.filter((route) => route.path === path).flatMap((route) => route.methods) : match.methods;
    return [id, address, methods, methods.filter((method) => !match.route.mappedMethods?.some((one) => one === method))] as const;
  }),
);

describe.each(addresses)('the address of %s: %s', (_id, path, methods: readonly string[], named: readonly string[]) => {
  it.each(all.filter((method) => !methods.includes(method)))('answers %s with 405, and says what to do there', (method) => {
    for (const address of [path, `/any/prefix${path}`, `${path}/?summary=x`]) {
      const answer = refuseMethod(method, address);
      expect(answer).toMatchObject({ status: 405, headers: { allow: named.join(', ') } });
      const wanted = methods.includes('POST') ? 'POST' : methods[0];
      expect(JSON.stringify(answer!.body)).toContain(`${method} is not answered here: ${wanted} here.`);
    }
  });

  it('takes the methods that it has', () => {
    expect(methods.map((method) => refuseMethod(method, path))).toEqual(methods.map(() => undefined));
  });
});

describe('an address', () => {
  it.each([
    ['/v2/alerts/db%201/disk/close/?identifierType=alias', '/v2/alerts/:id+/close', { id: 'db 1/disk' }],
    ['/jsm/ops/integration/v2/alerts/db%201%2Fdisk/close', '/v2/alerts/:id+/close', { id: 'db 1/disk' }],
    ['/v2/alerts/https://host/api/v2/alerts', '/v2/alerts/:id+', { id: 'https://host/api/v2/alerts' }],
    ['/integrations/opsgenie/v2/alerts/', '/v2/alerts', {}],
    ['/v2/alerts/requests/1', '/v2/alerts/requests/:id', { id: '1' }],
    ['//V2//Alerts/', '/v2/alerts', {}],
    ['/any//Ingest/Generic//K3Y', '/ingest/generic/:key', { key: 'K3Y' }],
    ['/v2/alerts//Disk 1/Close//', '/v2/alerts/:id+/close', { id: '/Disk 1' }],
    ['/v2/alerts/98%/close', '/v2/alerts/:id+/close', { id: '98%' }],
    ['/v2/alerts/%ff/close', '/v2/alerts/:id+/close', { id: '%ff' }],
  ])('%s has its route, and its parameters as they were meant', (url, path, params) =>
    expect(matchOf(url)).toMatchObject({ route: { path }, params }),
  );

  it.each(['/', '/v2', '/v2/alertsx', '/ping', '/pingx/K3Y', '/ping/K3Y/a/b/c', '/ingest/generic/a/b'])('%s is none of a sender', (url) =>
    expect(matchOf(url)).toBeUndefined(),
  );

  it('of any length is matched at once', () => {
    const root = '/v2/alerts/x'.repeat(100_000);
    expect(matchOf(`${root}/close`)).toMatchObject({ route: { path: '/v2/alerts/:id+/close' } });
    expect(matchOf(`${root}/ping//`)).toBeDefined();
  });
});
