// contract: full
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domain, fingerprints } from '@tocsin/domain/registry.js';
import { factsFingerprint } from '@tocsin/domain/observers/reports/fact.js';
import { printWith } from './print-with.js';

/** The views whose fingerprints are others, if a file has this in place of that. */
const namesChangedBy = async (file: string, pattern: string | RegExp, replacement: string): Promise<readonly string[]> => {
  const source = readFileSync(file, 'utf8');
  const content = source.replaceAll(pattern, replacement);
  expect(content).not.toBe(source);
  const now = JSON.parse(await printWith('scripts/fingerprints.mjs', file, content)) as Record<string, string>;
  return Object.keys(fingerprints).filter((view) => now[view] !== fingerprints[view]);
};

describe('the fingerprints of the views of memory', () => {
  it('are one for each view, and one for the columns that reports are read from', () => {
    const names = [...domain.memory.map(({ name }) => name), factsFingerprint].toSorted();
    expect(Object.keys(fingerprints).toSorted()).toEqual(names);
    expect(new Set(Object.values(fingerprints)).size).toBe(names.length);
  });

  it('are others where the view came out otherwise, and nowhere else', async () => {
    const routing = 'libs/domain/src/operation/routing/routing.view.ts';
    expect(await namesChangedBy(routing, 'nextNumber: 1,', 'nextNumber: 7,')).toEqual(['routing']);
    const tokens = 'libs/domain/src/setup/tokens/views.ts';
    expect(await namesChangedBy(tokens, "because === 'person_disabled' ? '' : row.name", 'row.name')).toEqual(['tokens']);
  });

  it('are others where what a view imports decides otherwise', async () => {
    expect(await namesChangedBy('libs/domain/src/operation/alert-groups/timers.ts', /\bofReactor\b/g, 'epochNow')).toEqual([]);
    const thread = 'libs/domain/src/operation/routing/shared/opened-group.ts';
    expect(await namesChangedBy(thread, '`${integrationId}|${key}`', '`${key}|${integrationId}`')).toEqual(['recordings', 'threads']);
  });

  it('are the same when it is only written otherwise, and when something else changes', async () => {
    expect(await namesChangedBy('libs/domain/src/operation/routing/routing.view.ts', /\/\*\*[\s\S]*?\*\//g, '/** Otherwise. */')).toEqual(
      [],
    );
    expect(await namesChangedBy('libs/domain/src/operation/routing/route-without-alerts.ts', "'", '"')).toEqual([]);
  });

  it('are all others when memory folds otherwise', async () => {
    const all = Object.keys(fingerprints);
    expect(await namesChangedBy('libs/kernel/src/rows/memory-rows.ts', 'this.midnights.push(', 'this.midnights.unshift(')).toEqual(all);
  });

  it('are in the built server what they are in the sources', () => {
    const texts = readdirSync('dist/server').map((name) => readFileSync(join('dist/server', name), 'utf8'));
    for (const fingerprint of Object.values(fingerprints)) expect(texts.some((text) => text.includes(`"${fingerprint}"`))).toBe(true);
    expect(texts.filter((text) => /fingerprints = TOCSIN_FINGERPRINTS/.test(text))).toEqual([]);
  });
});
