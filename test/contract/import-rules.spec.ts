// contract: full
import { readdirSync } from 'node:fs';
import { checkPlanted } from './check-planted-fault.js';

const runCruiser = (files: Record<string, string>) =>
  checkPlanted(files, 'dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.mjs', ...roomsOf(files));

const roomsOf = (files: Record<string, string>) => [...new Set(Object.keys(files).map((path) => path.split('/')[0]!))];

const rooms = {
  'libs/contracts/src/c.ts': `import { z } from 'zod';\nexport const c = z.string();\n`,
  'libs/kernel/src/k.ts': `import { c } from '@tocsin/contracts/c.js';\nexport const k = c;\n`,
  'libs/domain/src/setup/nouns/d.ts': `import { k } from '@tocsin/kernel/k.js';\nexport const d = k;\n`,
  'libs/domain/src/rules/r.ts': `export const r = 1;\n`,
  'libs/domain/src/setup/others/shared/s.ts': `import { o } from '../o.js';\nexport const s = o;\n`,
  'libs/domain/src/setup/others/commands.ts': `export type C = 1;\n`,
  'libs/domain/src/setup/others/o.ts': `import { r } from '../../rules/r.js';\nexport const o = r;\n`,
  'libs/domain/src/setup/nouns/e.ts': `import type { C } from '../others/commands.js';\nimport { s } from '../others/shared/s.js';\nexport const e: C = s;\n`,
  'libs/domain/src/operation/groups/shared/g.ts': `import type { C } from '../../../setup/teams/commands.js';\nexport const g: C = 1;\n`,
  'libs/domain/src/operation/alert-groups/shared/a.ts': `export const a = 1;\n`,
  'libs/domain/src/setup/teams/commands.ts': `export type C = 1;\n`,
  'libs/domain/src/setup/services/shared/s.ts': `export const s = 1;\n`,
  'libs/domain/src/setup/team-stream/commands.ts': `export type C = 1;\n`,
  'libs/platform/src/p.ts': `import 'node:fs';\nimport 'kysely';\nimport { k } from '@tocsin/kernel/k.js';\nexport const p = k;\n`,
  'libs/testing/src/t.ts': `import { d } from '@tocsin/domain/setup/nouns/d.js';\nexport const t = d;\n`,
  'libs/kernel/src/k.spec.ts': `import 'fast-check';\nimport { t } from '@tocsin/testing/t.js';\nexport const s = t;\n`,
  'apps/server/src/s.ts': `import { d } from '@tocsin/domain/setup/nouns/d.js';\nimport { p } from '@tocsin/platform/p.js';\nexport const s = [d, p];\n`,
  'apps/server/src/command/a.ts': `export const a = 1;\n`,
  'apps/server/src/demo/d.ts': `export const d = 1;\n`,
  'apps/server/src/config.ts': `export const c = 1;\n`,
  'apps/server/src/core/c.ts': `import { c } from '../config.js';\nexport const d = c;\n`,
  'apps/cli/src/c.ts': `import { p } from '@tocsin/platform/p.js';\nexport const c = p;\n`,
  'apps/web/src/data/d.ts': `export const d = 1;\n`,
  'apps/web/src/data/time/t.ts': `export const t = 1;\n`,
  'apps/web/src/ui/u.tsx': `import 'react';\nimport { t } from '../data/time/t.js';\nexport const u = t;\n`,
  'apps/web/src/features/two/shared/s.tsx': `import { c } from '@tocsin/contracts/c.js';\nexport const s = c;\n`,
  'apps/web/src/features/one/a.tsx': `import { u } from '../../ui/u.js';\nimport { s } from '../two/shared/s.js';\nexport const a = [u, s];\n`,
  'apps/web/src/features/two/b.tsx': `export const b = 1;\n`,
};

/** Each has arrows: a new room that is named in no rule is told here. */
const roomsOfServer = readdirSync('apps/server/src', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** Forbidden imports: the importing package, the rule, the file, and the import. */
const plantedFiles = [
  ['contracts → kernel', 'libs-contracts-arrows', 'libs/contracts/src', '@tocsin/kernel/k.js'],
  ['contracts → any package but zod', 'contracts-only-zod', 'libs/contracts/src', 'rxjs'],
  ['kernel → domain', 'libs-kernel-arrows', 'libs/kernel/src', '@tocsin/domain/setup/nouns/d.js'],
  ['kernel → platform', 'libs-kernel-arrows', 'libs/kernel/src', '@tocsin/platform/p.js'],
  ["kernel → Node's modules", 'libs-kernel-no-node', 'libs/kernel/src', 'node:fs'],
  ["domain → Node's modules", 'libs-domain-no-node', 'libs/domain/src', 'node:crypto'],
  ['noun → what another keeps to itself', 'nouns-meet-in-shared', 'libs/domain/src/setup/nouns', '../others/o.js'],
  ['set-up → operation', 'domain-layers', 'libs/domain/src/setup/teams', '../../operation/groups/shared/g.js'],
  ['a team → what it owns', 'a-team-knows-not-what-it-owns', 'libs/domain/src/setup/teams', '../services/shared/s.js'],
  ['routing → alert groups', 'routing-knows-no-alert-group', 'libs/domain/src/operation/routing', '../alert-groups/shared/a.js'],
  ['what a team owns → its stream', 'a-stream-is-put-together-above', 'libs/domain/src/setup/services', '../team-stream/commands.js'],
  ['rules → a noun', 'rules-know-no-noun', 'libs/domain/src/rules', '../setup/others/shared/s.js'],
  ['domain → platform', 'libs-domain-arrows', 'libs/domain/src', '@tocsin/platform/p.js'],
  ['platform → domain', 'libs-platform-arrows', 'libs/platform/src', '@tocsin/domain/setup/nouns/d.js'],
  ['platform → domain, by its path', 'libs-platform-arrows', 'libs/platform/src', '../../domain/src/setup/nouns/d.js'],
  ['server → cli', 'apps-server-arrows', 'apps/server/src', '../../cli/src/c.js'],
  ...roomsOfServer.map((room) => [
    `server, ${room} → a room that it may not know`,
    `server-${room}-arrows`,
    `apps/server/src/${room}`,
    room === 'demo' ? '../command/a.js' : '../demo/d.js',
  ]),
  ['server, demo → a way out', 'demo-reaches-nothing', 'apps/server/src/demo', 'node:http'],
  ['server, core → what puts it together', 'server-rooms-know-no-top', 'apps/server/src/core', '../s.js'],
  ['server, reading → commands', 'server-query-arrows', 'apps/server/src/query', '../command/a.js'],
  ['server, secrets → commands', 'server-secrets-arrows', 'apps/server/src/secrets', '../command/a.js'],
  ['web → kernel', 'apps-web-arrows', 'apps/web/src', '@tocsin/kernel/k.js'],
  ['web → domain', 'apps-web-arrows', 'apps/web/src', '@tocsin/domain/setup/nouns/d.js'],
  ['web → platform', 'apps-web-arrows', 'apps/web/src', '@tocsin/platform/p.js'],
  ['feature → what another keeps to itself', 'features-meet-in-shared', 'apps/web/src/features/one', '../two/b.js'],
  ['ui → feature', 'web-ui-arrows', 'apps/web/src/ui', '../features/two/shared/s.js'],
  ['ui → a noun of the contracts', 'web-ui-names-no-noun', 'apps/web/src/ui', '@tocsin/contracts/c.js'],
  ['data → ui', 'web-data-arrows', 'apps/web/src/data', '../ui/u.js'],
  ['times → the rest of data', 'web-data-time-arrows', 'apps/web/src/data/time', '../d.js'],
  ['server → libs/testing', 'testing-only-in-tests', 'apps/server/src', '@tocsin/testing/t.js'],
  ['server → a devDependency', 'no-dev-dependencies-in-production', 'apps/server/src', 'fast-check'],
  ['anybody → a spec', 'specs-are-leaves', 'libs/kernel/src', './k.spec.js'],
  ['anybody → nowhere', 'no-unresolvable', 'libs/kernel/src', './nowhere.js'],
].map(([importer = '', rule = '', folder, importedPath], index) => ({
  whom: importer,
  rule,
  file: `${folder}/planted${index}.ts`,
  text: `import '${importedPath}';\n`,
}));

plantedFiles.push(
  {
    whom: 'a type that is imported upwards',
    rule: 'libs-kernel-arrows',
    file: 'libs/kernel/src/type.ts',
    text: `import type { d } from '@tocsin/domain/setup/nouns/d.js';\nexport type X = typeof d;\n`,
  },
  { whom: 'a cycle', rule: 'no-cycles', file: 'libs/kernel/src/x.ts', text: `import { y } from './y.js';\nexport const x = () => y;\n` },
);

const halfACycle = { 'libs/kernel/src/y.ts': `import { x } from './x.js';\nexport const y = () => x;\n` };

describe('the import rules', () => {
  it('let the arrows that point down pass', () => {
    expect(runCruiser(rooms)).toMatchObject({ isFine: true, output: expect.stringContaining('no dependency violations') });
  });

  describe('report', () => {
    let verdict: ReturnType<typeof runCruiser>;
    beforeAll(() => {
      verdict = runCruiser({ ...rooms, ...halfACycle, ...Object.fromEntries(plantedFiles.map(({ file, text }) => [file, text])) });
    });

    it('a failure', () => expect(verdict.isFine).toBe(false));

    it.each(plantedFiles)('$whom', ({ rule, file }) => expect(verdict.output).toContain(`error ${rule}: ${file} `));
  });
});
