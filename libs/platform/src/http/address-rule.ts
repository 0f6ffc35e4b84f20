import ipaddr from 'ipaddr.js';
import { parseNetworks, within, type Address, type Network } from './networks.js';

const network = (text: string): Network => ipaddr.parseCIDR(text);
/** NAT64’s well-known prefix. One of a network’s own (64:ff9b:1::/48) may carry the IPv4 address at other places. */
const nat64 = network('64:ff9b::/96');
/** All that is given out as global unicast; what is not refused by name outside of it, as IPv4-compatible addresses, is no public address. */
const global = network('2000::/3');

/** NAT64 carries an IPv4 address in its last four bytes: what counts is where the packet goes in the end. */
const unwrapped = (address: Address): Address => (within(address, nat64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address);

const isPublic = (address: Address): boolean => address.range() === 'unicast' && (address.kind() === 'ipv4' || within(address, global));

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
    if (isPublic(address)) return true;
    if (address.range() === 'loopback' && this.allowLoopback) return true;
    return this.allowed.some((network) => within(address, network));
  }
}
