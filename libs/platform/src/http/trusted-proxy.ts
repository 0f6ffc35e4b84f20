import ipaddr from 'ipaddr.js';
import { parseNetworks, isInNetwork } from './networks.js';

/** Whether the forwarding headers of this peer are trusted. `hop`: 0 for the directly connected client. */
export type TrustedProxy = (address: string, hop: number) => boolean;

const networksByWord: Readonly<Record<string, string>> = {
  loopback: '127.0.0.0/8, ::1',
  private: '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7',
};

/**
 * Parses TOCSIN_TRUST_PROXY: `none`; `1`, which trusts any directly connected client; or a list of networks, in which `loopback` and `private` stand for
 * theirs. Throws a sentence.
 */
export const parseTrustedProxy = (text: string): TrustedProxy => {
  if (text === 'none') return () => false;
  if (text === '1') return (_address, hop) => hop === 0;
  const spelled = text
    .split(/[\s,]+/)
    .map((part) => networksByWord[part] ?? part)
    .join(',');
  const networks = parseNetworks(spelled, 'TOCSIN_TRUST_PROXY');
  return (address) => ipaddr.isValid(address) && networks.some((network) => isInNetwork(ipaddr.process(address), network));
};

interface ConnectedRequest {
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Whether the browser uses TLS: to us, or to a proxy that we trust. */
export const isEncrypted = ({ socket, headers }: ConnectedRequest, trusts: TrustedProxy): boolean => {
  if (socket.encrypted) return true;
  const forwarded = headers['x-forwarded-proto'];
  if (forwarded === undefined || !trusts(socket.remoteAddress ?? '', 0)) return false;
  return [forwarded].flat().join(',').split(',').at(-1)!.trim() === 'https';
};
