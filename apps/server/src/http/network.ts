import ipaddr from 'ipaddr.js';

const parseAddress = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | null => (ipaddr.isValid(address) ? ipaddr.process(address) : null);

/**
 * The network by which attempts are counted: an IPv4 address, or the /64 of an IPv6 address, in which one client has any number of
 * addresses.
 */
export const networkOf = (address: string): string => {
  const ip = parseAddress(address);
  if (!(ip instanceof ipaddr.IPv6)) return ip?.toString() ?? address;
  return `${ip.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
};

/** An address without its last part: enough for people to recognise their own sessions, too little to locate them. */
export const toNetwork = (address: string): string => {
  const ip = parseAddress(address);
  if (!ip) return '';
  if (ip instanceof ipaddr.IPv4) return `${ip.octets.slice(0, 3).join('.')}.x`;
  return `${ip.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:…`;
};
