import { AddressRule } from './address-rule.js';

const refusal = [
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.8.8.8'],
  ['loopback', '::1'],
  ['metadata of a cloud', '169.254.169.254'],
  ['metadata of a cloud', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['unique local', 'fc00::1'],
  ['site-local', 'fec0::1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.255'],
  ['multicast', '224.0.0.1'],
  ['multicast', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '0.0.0.0'],
  ['unspecified', '0.1.2.3'],
  ['unspecified', '::'],
  ['documentation', '192.0.2.1'],
  ['benchmarking', '198.18.0.1'],
  ['reserved', '240.0.0.1'],
  ['IPv4 in IPv6', '::ffff:10.0.0.1'],
  ['IPv4 in IPv6', '::ffff:7f00:1'],
  ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
  ['6to4', '2002:0a00:0001::1'],
  ['Teredo', '2001:0:1::1'],
  ['IPv4-compatible', '::10.0.0.1'],
  ['IPv4-compatible, in digits', '::7f00:1'],
  ['IPv4-compatible, in digits', '::a9fe:a9fe'],
  ['NAT64 of a network’s own', '64:ff9b:1:7f00:0:100:808:808'],
  ['IPv4-translated', '::ffff:0:808:808'],
  ['not given out', '4000::1'],
  ['no address', 'example.org'],
  ['no address', ''],
] as const;

const allowed = ['93.184.215.14', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'];

describe('which addresses may be called', () => {
  it.each(refusal)('refuses %s: %s', (_, ip) => {
    expect(new AddressRule().allows(ip)).toBe(false);
  });

  it.each(allowed)('allows the public %s', (ip) => {
    expect(new AddressRule().allows(ip)).toBe(true);
  });

  it('allows what the operator named, in IPv4 and IPv6, and nothing beside it', () => {
    const rule = new AddressRule({ cidrs: '10.1.0.0/16, fd00::/8 192.168.1.20' });
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '192.168.1.20'].map((ip) => rule.allows(ip))).toEqual([true, true, true, true]);
    expect(['10.2.0.1', 'fc00::1', '192.168.1.21', '127.0.0.1'].map((ip) => rule.allows(ip))).toEqual([false, false, false, false]);
  });

  it('allows loopback, and only loopback, when told to', () => {
    const rule = new AddressRule({ allowLoopback: true });
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((ip) => rule.allows(ip))).toEqual([true, true, true]);
    expect(rule.allows('10.0.0.1')).toBe(false);
  });

  it('names the part of the setting that is no network', () => {
    expect(() => new AddressRule({ cidrs: '10.0.0.0/8, 10.0.0.0/33' })).toThrow('TOCSIN_ALLOW_CIDR: “10.0.0.0/33” is not a network.');
  });
});
