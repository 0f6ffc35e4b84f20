import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** By name, in lower case. */
export type Hosts = ReadonlyMap<string, readonly string[]>;

const localhost = ['127.0.0.1', '::1'] as const;

/** `localhost` is always known: no name server needs to be asked for it (RFC 6761). */
export const parseHosts = (text: string): Hosts => {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map((one) => one.toLowerCase())) hosts.set(name, [...(hosts.get(name) ?? []), address]);
  }
  if (!hosts.has('localhost')) hosts.set('localhost', [...localhost]);
  return hosts;
};

/** The names that this machine defines itself; they win over name servers. A missing file defines none. */
export const readHosts = async (path = '/etc/hosts'): Promise<Hosts> => parseHosts(await readFile(path, 'utf8').catch(() => ''));
