import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { eventsPerTable, searchFile, SearchIndex, tableOf, type IndexQuery } from './search-index.js';
import { facetToken, indexedTokens, tokensOf } from './tokens.js';

let dir: string;
let index: SearchIndex;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'search-'));
  index = SearchIndex.open(dir, 0);
});
afterEach(() => {
  index.close();
  rmSync(dir, { recursive: true });
});

const add = (ordinal: number, ...tokens: readonly string[]): void => index.add([{ ordinal, tokens }], ordinal);
const all = { anyOf: [], noneOf: [], words: { prefixes: [], or: '_e' }, before: Infinity, after: 0, limit: 10 };
const find = (query: Partial<IndexQuery>) => index.find({ ...all, ...query });
const words = (...prefixes: readonly string[]): Pick<IndexQuery, 'words'> => ({ words: { prefixes, or: '_e' } });

describe('the index of a search', () => {
  it('finds events by beginnings of words and by facets, the newest first', () => {
    add(1, '_team', 'disk', 'full');
    add(2, '_team', '_noise', 'disk');
    add(3, '_other', 'diskfull');
    add(4, '_e', '_team');
    expect(find(words('disk'))).toEqual({ ordinals: [4, 3, 2, 1], reached: 0 });
    expect(find(words('disk', 'fu'))?.ordinals).toEqual([4, 1]);
    expect(find({ ...words('disk'), anyOf: [['_team']] })?.ordinals).toEqual([4, 2, 1]);
    expect(find({ anyOf: [['_team'], ['_noise', '_x']] })?.ordinals).toEqual([2]);
    expect(find({ anyOf: [['_team']], noneOf: ['_noise'] })?.ordinals).toEqual([4, 1]);
    expect(find({ ...words('disk'), before: 4, after: 1 })?.ordinals).toEqual([3, 2]);
    expect(find({ noneOf: ['_noise'] })).toBeNull();
  });

  it('says where to go on when it has found enough, in whichever table', () => {
    add(1, 'disk');
    add(eventsPerTable, 'disk');
    add(eventsPerTable + 1, 'disk');
    expect(find({ ...words('disk'), limit: 2 })).toEqual({ ordinals: [eventsPerTable + 1, eventsPerTable], reached: eventsPerTable });
    expect(find({ ...words('disk'), limit: 2, before: eventsPerTable })).toEqual({ ordinals: [1], reached: 0 });
  });

  it('keeps its position, and starts again for a shorter log, another format or a damaged file', () => {
    add(7, 'disk');
    const reopen = (head: number): number => {
      index.close();
      index = SearchIndex.open(dir, head);
      return index.position;
    };
    expect(reopen(7)).toBe(7);
    expect(reopen(6)).toBe(0);
    add(7, 'disk');
    index.close();
    const database = new Database(searchFile(dir));
    database.exec('UPDATE state SET format = 0');
    database.close();
    index = SearchIndex.open(dir, 7);
    expect(index.position).toBe(0);
    index.close();
    writeFileSync(searchFile(dir), 'x'.repeat(8192));
    index = SearchIndex.open(dir, 7);
    expect(find(words('disk'))).toEqual({ ordinals: [], reached: 0 });
  });

  it('has no byte of a word that was removed, however many events had it', async () => {
    const events = Array.from({ length: 3_000 }, (_, n) => ({
      ordinal: n + 1,
      tokens: ['zerafina', `w${(n * 7919) % 3_000}`, `quill${n}`],
    }));
    index.add(events, 3_000);
    expect(readFileSync(searchFile(dir)).includes('zerafina')).toBe(true);
    await index.remake(tableOf(5), async (after) =>
      events.slice(after, after + 500).map(({ ordinal, tokens }) => ({ ordinal, tokens: tokens.slice(1, 2) })),
    );
    expect(find(words('zeraf'))?.ordinals).toEqual([]);
    expect(find(words('w0'))?.ordinals).toEqual([1]);
    for (const file of ['search.db', 'search.db-journal']) expect(readFileSync(join(dir, file), 'latin1')).not.toMatch(/zerafina|quill/);
  });
});

describe('the words of a text', () => {
  it('are compared without case, accents and marks; parts of compound ones are indexed, too', () => {
    expect(tokensOf('“/var” FULL\non Café-db1.example')).toEqual(['var', 'full', 'on', 'cafe', 'db1', 'example']);
    expect(new Set(indexedTokens('KubePodCrashLooping HTTPError5'))).toEqual(
      new Set(['kubepodcrashlooping', 'kube', 'pod', 'crash', 'looping', 'httperror5', 'http', 'error', '5']),
    );
  });

  it('never look like a facet', () => {
    expect(facetToken('type', 'a')).toMatch(/^_[\da-f]{16}$/);
    expect(facetToken('type', 'a')).not.toBe(facetToken('actor', 'a'));
    expect(tokensOf(facetToken('type', 'a')).join()).not.toContain('_');
  });
});
