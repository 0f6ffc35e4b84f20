import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `setup/people`: the folder of a noun. */
const nounOf = (path: string): string | undefined => /^(?:setup|operation|observers)\/[^/]+(?=\/)/.exec(path)?.[0];

/** Which nouns each noun imports. */
const readImports = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const imports = new Map<string, Set<string>>();
  for (const file of globSync('**/*.ts', { cwd: __dirname }).filter((one) => !/\.(spec|fixture)\.ts$/.test(one))) {
    const noun = nounOf(file);
    if (noun === undefined) continue;
    for (const [, path] of readFileSync(join(__dirname, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const other = nounOf(join(dirname(file), path!));
      if (other !== undefined && other !== noun) imports.set(noun, (imports.get(noun) ?? new Set()).add(other));
    }
  }
  return imports;
};

/** All nouns that one needs, directly or not. */
const reachableFrom = (noun: string, imports: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> => {
  const reached = new Set<string>();
  const waiting = [...(imports.get(noun) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(imports.get(next) ?? []));
  }
  return reached;
};

it('no noun needs itself by way of others', () => {
  const imports = readImports();
  expect(imports.size).toBeGreaterThan(20);
  expect([...imports.keys()].filter((noun) => reachableFrom(noun, imports).has(noun))).toEqual([]);
});
