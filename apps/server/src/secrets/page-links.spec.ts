import { createHmac } from 'node:crypto';
import type { Macs } from './macs.js';
import { PageLinks, type PageLink } from './page-links.js';
import { VerificationCodes } from './verification-codes.js';

const vault = (key: string): Macs => ({ mac: (purpose, text) => createHmac('sha256', `${key}|${purpose}`).update(text).digest() });
const links = new PageLinks(vault('one'));
const link: PageLink = {
  pageId: '0197a001-0000-7000-8000-000000000001',
  groupId: '0197a001-0000-7000-8000-000000000002',
  personId: '0197a001-0000-7000-8000-000000000004',
  opening: 1,
};

describe('the secret of a page', () => {
  const secret = links.pageSecret(link);

  it('is 64 characters that fit in an address, and always the same ones', () => {
    expect(secret).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(links.pageSecret(link)).toBe(secret);
  });

  it('says which page and group it is for', () => {
    expect(links.parseSecret(secret)).toEqual({ pageId: link.pageId, groupId: link.groupId });
  });

  it('opens this page', () => {
    expect(links.verify(secret, link)).toBe(true);
  });

  it.each([
    ['another page', { pageId: '0197a001-0000-7000-8000-00000000000f' }],
    ['another group', { groupId: '0197a001-0000-7000-8000-00000000000f' }],
    ['another person', { personId: '0197a001-0000-7000-8000-00000000000f' }],
    ['another opening', { opening: 2 }],
  ])('opens not %s', (_, changes) => {
    expect(links.verify(secret, { ...link, ...changes })).toBe(false);
  });

  it('opens nothing elsewhere, or with one character changed', () => {
    expect(new PageLinks(vault('two')).verify(secret, link)).toBe(false);
    expect(links.verify(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`, link)).toBe(false);
  });

  it.each(['', 'x', `${secret}A`, secret.slice(1), `${secret.slice(0, -1)}=`, `${secret.slice(0, -1)}ü`])('is none: “%s”', (text) => {
    expect(links.parseSecret(text)).toBeNull();
    expect(links.verify(text, link)).toBe(false);
  });
});

describe('the code that proves an address', () => {
  const codes = new VerificationCodes(vault('one'));
  const ana = '0197a001-0000-7000-8000-000000000006';
  const id = '0197a001-0000-7000-8000-000000000005';
  const expiresAt = '2026-11-21T03:42:00.000Z';

  it('is six digits, the same ones when made again', () => {
    expect(codes.createCode(ana, id, expiresAt)).toMatch(/^\d{6}$/);
    expect(codes.createCode(ana, id, expiresAt)).toBe(codes.createCode(ana, id, expiresAt));
  });

  it('is another one for another person, address, time or installation', () => {
    const otherSecrets = [
      codes.createCode(ana, id, '2026-11-21T03:43:00.000Z'),
      codes.createCode(ana, link.pageId, expiresAt),
      codes.createCode('0197a001-0000-7000-8000-000000000007', id, expiresAt),
      new VerificationCodes(vault('two')).createCode(ana, id, expiresAt),
    ];
    expect(otherSecrets).not.toContain(codes.createCode(ana, id, expiresAt));
  });

  it('keeps its leading zeros', () => {
    const small = new VerificationCodes({ mac: () => Buffer.from('000000000007ffff', 'hex') });
    expect(small.createCode(ana, id, expiresAt)).toBe('000007');
  });

  it('is known when it is typed, with or without a space', () => {
    const code = codes.createCode(ana, id, expiresAt);
    expect([code, ` ${code.slice(0, 3)} ${code.slice(3)} `].map((typedCode) => codes.isValid(typedCode, ana, id, expiresAt))).toEqual([
      true,
      true,
    ]);
    expect(
      ['', '12345', `${code}0`, code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))].map((typedCode) =>
        codes.isValid(typedCode, ana, id, expiresAt),
      ),
    ).toEqual([false, false, false, false]);
  });
});
