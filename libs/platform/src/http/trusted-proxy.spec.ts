import { isEncrypted, parseTrustedProxy } from './trusted-proxy.js';

describe('which neighbour is believed', () => {
  it.each([
    ['loopback', '127.0.0.1', true],
    ['loopback', '::ffff:127.0.0.1', true],
    ['loopback', '::1', true],
    ['loopback', '10.0.0.7', false],
    ['private', '10.0.0.7', true],
    ['private', '203.0.113.9', false],
    ['loopback, 203.0.113.0/24', '203.0.113.9', true],
    ['loopback, 203.0.113.0/24', '127.0.0.1', true],
    ['none', '127.0.0.1', false],
    ['loopback', 'no address', false],
  ])('%s: %s', (text, address, is) => expect(parseTrustedProxy(text)(address, 0)).toBe(is));

  it('is only the nearest one under “1”', () => {
    expect([0, 1].map((hop) => parseTrustedProxy('1')('203.0.113.9', hop))).toEqual([true, false]);
  });

  it('is named when it is no network', () => {
    expect(() => parseTrustedProxy('loopback, yes')).toThrow('TOCSIN_TRUST_PROXY: “yes” is not a network.');
  });
});

describe('whether the other end speaks TLS', () => {
  const from = (remoteAddress: string, proto?: string | string[], encrypted = false) =>
    isEncrypted({ socket: { remoteAddress, encrypted }, headers: { 'x-forwarded-proto': proto } }, parseTrustedProxy('loopback'));

  it('is seen on the socket, or told by a proxy that is believed', () => {
    expect(from('203.0.113.9', undefined, true)).toBe(true);
    expect(from('127.0.0.1', 'https')).toBe(true);
    expect(from('127.0.0.1')).toBe(false);
  });

  it('is not told by a stranger, nor by what a stranger told the proxy', () => {
    expect(from('203.0.113.9', 'https')).toBe(false);
    expect(from('127.0.0.1', 'https, http')).toBe(false);
    expect(from('127.0.0.1', ['https', 'http'])).toBe(false);
  });
});
