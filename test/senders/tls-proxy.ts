import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:tls';

const keyFile = (part: 'key' | 'cert'): string => join(__dirname, 'tls', `for-tests-only.${part}.pem`);

/** The certificate that a sender must trust: NODE_EXTRA_CA_CERTS of its process. */
export const certificateFile = keyFile('cert');

export interface TlsProxy {
  /** `localhost:port` */
  readonly host: string;
  close(): Promise<void>;
}

/** Terminates TLS in front of an HTTP server, like a reverse proxy in front of Tocsin. */
export const startTlsProxy = async (url: string): Promise<TlsProxy> => {
  const { port, hostname } = new URL(url);
  const proxy = createServer({ key: readFileSync(keyFile('key')), cert: readFileSync(keyFile('cert')) }, (secured) => {
    const inside = connect(Number(port), hostname);
    // one side that ends early is no error of the proxy
    secured.on('error', () => inside.destroy());
    inside.on('error', () => secured.destroy());
    secured.pipe(inside).pipe(secured);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    host: `localhost:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      proxy.close();
      await once(proxy, 'close');
    },
  };
};

/** A proxy that leads every HTTPS address to one host, for senders whose address is fixed: HTTPS_PROXY of their process. */
export const startLeadingProxy = async (host: string): Promise<{ readonly url: string; close(): void }> => {
  const [name, port] = host.split(':') as [string, string];
  const proxy = createHttpServer();
  proxy.on('connect', (_request, outside: Socket) => {
    const inside = connect(Number(port), name, () => {
      outside.write('HTTP/1.1 200 OK\r\n\r\n');
      inside.pipe(outside).pipe(inside);
    });
    inside.on('error', () => outside.destroy());
    outside.on('error', () => inside.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => void proxy.close() };
};
