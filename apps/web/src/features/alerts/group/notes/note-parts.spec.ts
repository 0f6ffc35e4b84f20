import { mentionOf } from '@tocsin/contracts/mentions.js';
import { noteParts, type Part } from './note-parts.js';

/** Formatting in parentheses: `(strong:bold)`. */
const textOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'break') return '↵';
      if (part.kind === 'mention') return `(@${part.personId})`;
      if (part.kind === 'code' || part.kind === 'block') return `(${part.kind}:${part.text})`;
      return `(${part.kind}${part.href === undefined ? '' : ` ${part.href}`}:${textOf(part.parts)})`;
    })
    .join('');
const note = (text: string): string => textOf(noteParts(text)).replace(/^\(paragraph:(.*)\)$/s, '$1');
const depth = (parts: readonly Part[]): number =>
  Math.max(0, ...parts.map((part) => (typeof part !== 'string' && 'parts' in part ? 1 + depth(part.parts) : 0)));
const count = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + 1 + (typeof part !== 'string' && 'parts' in part ? count(part.parts) : 0), 0);

const ana = '01900000-0000-7000-8000-0000000000a1';

describe('a note shows', () => {
  it.each([
    ['plain text, line by line', 'one\ntwo', 'one↵two'],
    ['emphasis', 'a **b** and *c*', 'a (strong:b) and (emphasis:c)'],
    ['code', 'run `df -h`', 'run (code:df -h)'],
    ['a block of code', '```\n<b>1</b>\n```', '(block:<b>1</b>)'],
    ['a link with words', '[runbook](https://x.example/a)', '(link https://x.example/a:runbook)'],
    ['an address that stands there', 'see https://x.example/a.', 'see (link https://x.example/a:https://x.example/a).'],
    ['a list', '- a\n- b', '(bullets:(item:a)(item:b))'],
    ['a numbered list', '1. a\n2. b', '(numbers:(item:a)(item:b))'],
    ['people', `ask ${mentionOf(ana)}, now`, `ask (@${ana}), now`],
    ['a mention inside emphasis', `**${mentionOf(ana)}**`, `(strong:(@${ana}))`],
    ['none in code', `\`${mentionOf(ana)}\``, `(code:${mentionOf(ana)})`],
    ['what is no Markdown as it was written', '# 1 | 2 > 3', '# 1 | 2 > 3'],
  ])('%s', (_what, text, expected) => expect(note(text)).toBe(expected));
});

describe('a note is no way in', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    '//evil.example',
    '/api/session',
  ])('for the address %s', (href) => {
    for (const text of [`[a](${href})`, `[a](<${href}>)`, `<${href}>`, `[a]: ${href}\n\n[a]`]) expect(note(text)).not.toContain('(link');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">a</a>',
    '<svg/onload=alert(1)>',
    '<!-- a -->',
    '&lt;b&gt;',
  ])('for the HTML %s: it is text', (html) => expect(note(html)).toBe(html));

  it('for pictures, which would tell somebody else who reads it', () =>
    expect(note('![a](https://evil.example/a.png)')).toBe('!(link https://evil.example/a.png:a)'));

  it('for an address that leaves its link', () =>
    expect(note('[a](https://x.example/"onmouseover="alert(1))')).toBe('(link https://x.example/%22onmouseover=%22alert(1):a)'));
});

describe('a note of 10,000 characters stays small, whatever it holds', () => {
  const all = 10_000;
  it.each([
    ['nested brackets', '['.repeat(all / 2) + ']'.repeat(all / 2)],
    ['links in links', '[a]('.repeat(all / 4)],
    ['nested emphasis', '*a **b '.repeat(700) + ' b** a*'.repeat(700)],
    ['nested quotes', '>'.repeat(all)],
    ['nested lists', '- '.repeat(all / 2)],
    ['backticks', Array.from({ length: 140 }, (_, n) => '`'.repeat(n)).join('a')],
    ['angles', '<'.repeat(all)],
    ['addresses', 'http://a '.repeat(1_100)],
  ])('%s', (_what, text) => {
    const parts = noteParts(text);
    expect(depth(parts)).toBeLessThanOrEqual(40);
    expect(count(parts)).toBeLessThanOrEqual(all);
  });
});
