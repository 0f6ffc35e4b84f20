import ipaddr from 'ipaddr.js';
import { parseNetworks, within, type Address, type Network } from './networks.js';

/** NAT64 carries an IPv4 address in its last four bytes: what counts is where the packet goes in the end. */
const unwrapped = (address: Address): Address =>
  address.range() === 'rfc6052' ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;

/** Which addresses may be called when somebody who is no admin typed them: public ones, and what the operator allowed. */
export class AddressRule {
  private readonly allowed: readonly Network[];
  private readonly allowLoopback: boolean;

  /** `cidrs`: the text of TOCSIN_ALLOW_CIDR. `allowLoopback`: under the manual clock. Throws when `cidrs` holds something else. */
  constructor(options: { readonly cidrs?: string; readonly allowLoopback?: boolean } = {}) {
    this.allowed = parseNetworks(options.cidrs ?? '', 'TOCSIN_ALLOW_CIDR');
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
