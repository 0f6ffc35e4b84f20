import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [Address, number];

export const isInNetwork = (address: Address, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

/** Parses `10.1.0.0/16, fd00::/8`. Throws a sentence with `setting` and the invalid part. */
export const parseNetworks = (text: string, setting: string): readonly Network[] =>
  text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      if (ipaddr.isValidCIDR(part)) return ipaddr.parseCIDR(part);
      if (ipaddr.isValid(part)) return [ipaddr.process(part), part.includes(':') ? 128 : 32];
      throw new Error(`${setting}: “${part}” is not a network. Use for example 10.1.0.0/16, or 192.168.1.20/32.`);
    });
