import { refuseMethod } from './method.js';
import { senders } from './senders/senders.js';

const addresses = senders.flatMap(({ id, format: { routes } }) =>
  routes.map(({ path, methods }) => [id, path.replace(':key', 'K3Y'), methods] as const),
);

describe.each(addresses)('the address of %s: %s', (_id, path, methods) => {
  it.each(['GET', 'HEAD', 'DELETE', 'PATCH'])('answers %s with 405, and says to post there', (method) => {
    for (const address of [path, `/any/prefix${path}`, `${path}/?summary=x`]) {
      const answer = refuseMethod(method, address);
      expect(answer).toMatchObject({ status: 405, headers: { allow: methods.join(', ') } });
      expect(JSON.stringify(answer!.body)).toContain(`${method} is not answered here: POST here.`);
    }
  });

  it('takes the methods that it has', () => {
    expect(methods).toContain('POST');
    expect(methods.map((method) => refuseMethod(method, path))).toEqual(methods.map(() => undefined));
  });
});
