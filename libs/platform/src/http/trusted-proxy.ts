import ipaddr from 'ipaddr.js';
import { parseNetworks, within } from './networks.js';

/** Whether what this neighbour says about whom it speaks for is believed. `hop`: 0 for whoever is connected to us. */
export type TrustedProxy = (address: string, hop: number) => boolean;

const words: Readonly<Record<string, string>> = {
  loopback: '127.0.0.0/8, ::1',
  private: '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7',
};

/**
 * Reads the text of TOCSIN_TRUST_PROXY: `none`; `1`, whoever is connected to us, wherever from; or a list of networks, in which
 * `loopback` and `private` stand for theirs. Throws a sentence.
 */
export const trustedProxy = (text: string): TrustedProxy => {
  if (text === 'none') return () => false;
  if (text === '1') return (_address, hop) => hop === 0;
  const spelled = text
    .split(/[\s,]+/)
    .map((part) => words[part] ?? part)
    .join(',');
  const networks = parseNetworks(spelled, 'TOCSIN_TRUST_PROXY');
  return (address) => ipaddr.isValid(address) && networks.some((network) => within(ipaddr.process(address), network));
};

interface Connected {
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Whether the browser at the other end speaks TLS: to us, or to a proxy that we believe. */
export const isEncrypted = ({ socket, headers }: Connected, trusts: TrustedProxy): boolean => {
  if (socket.encrypted) return true;
  const forwarded = headers['x-forwarded-proto'];
  if (forwarded === undefined || !trusts(socket.remoteAddress ?? '', 0)) return false;
  return [forwarded].flat().join(',').split(',').at(-1)!.trim() === 'https';
};
