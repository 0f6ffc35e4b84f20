import ipaddr from 'ipaddr.js';
import { parseNetworks, isInNetwork, type Address, type Network } from './networks.js';

const parseNetwork = (text: string): Network => ipaddr.parseCIDR(text);
/** NAT64’s well-known prefix. A network’s own prefix (64:ff9b:1::/48) may place the IPv4 address elsewhere. */
const nat64 = parseNetwork('64:ff9b::/96');
/** Global unicast addresses. Addresses outside it, such as IPv4-compatible ones, are not public, even where no rule names them. */
const global = parseNetwork('2000::/3');

/** A NAT64 address contains an IPv4 address in its last four bytes: that is the packet’s real destination, so it is checked. */
const withoutMapping = (address: Address): Address =>
  isInNetwork(address, nat64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || isInNetwork(address, global));

/** Addresses that may be called if a person who is not an admin entered them: public ones, and those that the operator allowed. */
export class AddressRule {
  private readonly allowed: readonly Network[];
  private readonly allowsLoopback: boolean;

  /** `cidrs`: the text of TOCSIN_ALLOW_CIDR; throws when it is malformed. `allowLoopback`: true with a manual clock. */
  constructor(options: { readonly cidrs?: string; readonly allowLoopback?: boolean } = {}) {
    this.allowed = parseNetworks(options.cidrs ?? '', 'TOCSIN_ALLOW_CIDR');
    this.allowsLoopback = options.allowLoopback ?? false;
  }

  /** `ip` is IPv4 or IPv6 text without brackets; any other text is refused. */
  allows(ip: string): boolean {
    if (!ipaddr.isValid(ip)) return false;
    const address = withoutMapping(ipaddr.process(ip));
    if (isPublic(address)) return true;
    if (address.range() === 'loopback' && this.allowsLoopback) return true;
    return this.allowed.some((network) => isInNetwork(address, network));
  }
}
