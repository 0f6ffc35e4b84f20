import { isLoopback } from './public-address.controller.js';

describe('an address that only this machine can open', () => {
  it.each([
    'http://localhost:8080',
    'http://tocsin.localhost',
    'http://localhost.',
    'http://127.0.0.1',
    'http://127.1:80',
    'http://[::1]:3000',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
  ])('is %s', (url) => expect(isLoopback(new URL(url))).toBe(true));

  it.each([
    'https://tocsin.example.org',
    'http://192.168.1.20',
    'http://[fd00::1]',
    'https://localhost.example.org',
    'https://mylocalhost',
  ])('is not %s', (url) => expect(isLoopback(new URL(url))).toBe(false));
});
