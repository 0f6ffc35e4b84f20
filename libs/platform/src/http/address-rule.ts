import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const within = (address: Address, [network, bits]: Range): boolean => address.kind() === network.kind() && address.match(network, bits);

/** NAT64 carries an IPv4 address in its last four bytes: what counts is where the packet goes in the end. */
const unwrapped = (address: Address): Address =>
  address.range() === 'rfc6052' ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;

/** Reads `10.1.0.0/16, fd00::/8`. Throws a sentence that names the part which is no network. */
const parseCidrs = (text: string): Range[] =>
  text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      if (ipaddr.isValidCIDR(part)) return ipaddr.parseCIDR(part);
      if (ipaddr.isValid(part)) return [ipaddr.process(part), part.includes(':') ? 128 : 32];
      throw new Error(`TOCSIN_ALLOW_CIDR: “${part}” is no network. Write for example 10.1.0.0/16, or 192.168.1.20/32.`);
    });

/** Which addresses may be called when somebody who is no admin typed them: public ones, and what the operator allowed. */
export class AddressRule {
  private readonly allowed: readonly Range[];
  private readonly allowLoopback: boolean;

  /** `cidrs`: the text of TOCSIN_ALLOW_CIDR. `allowLoopback`: under the manual clock. Throws when `cidrs` holds something else. */
  constructor(options: { readonly cidrs?: string; readonly allowLoopback?: boolean } = {}) {
    this.allowed = parseCidrs(options.cidrs ?? '');
    this.allowLoopback = options.allowLoopback ?? false;
  }

  /** `ip` is IPv4 or IPv6 text without brackets; anything that isn't is refused. */
  allows(ip: string): boolean {
    if (!ipaddr.isValid(ip)) return false;
    const address = unwrapped(ipaddr.process(ip));
    const range = address.range();
    if (range === 'unicast') return true;
    if (range === 'loopback' && this.allowLoopback) return true;
    return this.allowed.some((network) => within(address, network));
  }
}
