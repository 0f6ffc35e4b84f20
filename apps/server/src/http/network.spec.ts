import { toNetwork, networkOf } from './network.js';

describe('the network of an address', () => {
  it('is the address itself, or the /64 that one household has whole', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb::9'));
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
    expect(networkOf('')).toBe('');
  });

  it('is shown without its last part', () => {
    expect(toNetwork('192.0.2.7')).toBe('192.0.2.x');
    expect(toNetwork('::ffff:192.0.2.7')).toBe('192.0.2.x');
    expect(toNetwork('2001:db8:1:2::1')).toBe('2001:db8:1:…');
    expect(toNetwork('nowhere')).toBe('');
  });
});
