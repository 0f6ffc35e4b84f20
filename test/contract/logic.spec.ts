// contract: full
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domain } from '@tocsin/domain/registry.js';
import { printWith } from './print-with.js';

const rule = 'libs/domain/src/operation/alert-groups/apply-signal.ts';
const source = readFileSync(rule, 'utf8');

/** The logic of the rules, if one of their files said this. */
const printLogicWith = (file: string, content: string): Promise<string> => printWith('scripts/logic.mjs', file, content);

const replaceIn = (pattern: string | RegExp, replacement: string): string => {
  const content = source.replaceAll(pattern, replacement);
  expect(content).not.toBe(source);
  return content;
};

describe('the logic of the rules', () => {
  it.each([
    ['a local has another name', () => replaceIn(/\bnewsKind\b/g, 'kindOfNews')],
    ['a parameter has another name', () => replaceIn(/\bstatusBefore\b/g, 'whatItWas')],
    ['a comment says something else', () => replaceIn(/\/\*\*[\s\S]*?\*\//g, '/** Otherwise. */')],
    ['it is laid out in another way', () => replaceIn(/\n {2}/g, '\n\t\t')],
    ['a type has another name', () => replaceIn(/\bSignal\b/g, 'SignalOfGroup')],
  ])('is the same when %s', async (_what, content) => {
    expect(await printLogicWith(rule, content())).toBe(domain.logic);
  });

  it('is another one when a rule decides otherwise, and when a limit that it reads is another', async () => {
    expect(await printLogicWith(rule, replaceIn("draft.group.status === 'resolved'", "draft.group.status !== 'resolved'"))).not.toBe(
      domain.logic,
    );
    const limits = 'libs/contracts/src/alert-groups/limits.ts';
    const more = readFileSync(limits, 'utf8').replace(/quietUpdateAfter = \d+/, 'quietUpdateAfter = 77');
    expect(await printLogicWith(limits, more)).not.toBe(domain.logic);
  });

  it('is in the built server what it is in the sources', () => {
    const files = readdirSync('dist/server').map((file) => readFileSync(join('dist/server', file), 'utf8'));
    expect(files.some((text) => text.includes(`"${domain.logic}"`))).toBe(true);
    expect(files.filter((text) => /logic: TOCSIN_LOGIC/.test(text))).toEqual([]);
    expect(domain.logic).toMatch(/^[0-9a-f]{16}$/);
  });
});
