import ipaddr from 'ipaddr.js';

const parsed = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | null => (ipaddr.isValid(address) ? ipaddr.process(address) : null);

/** What attempts are counted by: an IPv4 address, or the /64 of an IPv6 one, in which everybody has as many addresses as they like. */
export const networkOf = (address: string): string => {
  const ip = parsed(address);
  if (!(ip instanceof ipaddr.IPv6)) return ip?.toString() ?? address;
  return `${ip.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
};

/** What a person knows their own session by, and nobody can be found by: without the last part. */
export const coarse = (address: string): string => {
  const ip = parsed(address);
  if (!ip) return '';
  if (ip instanceof ipaddr.IPv4) return `${ip.octets.slice(0, 3).join('.')}.x`;
  return `${ip.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:…`;
};
