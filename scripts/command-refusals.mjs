// node scripts/command-refusals.mjs: writes which refusals the decision of each command can end in, read from the program itself: every code
// in what its entry in a decider or an augment reaches. With --check it writes nothing and names the commands that are stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';

await ensureNode();
await ensureInstall();
const { default: ts } = await import('typescript');
const { loadSources } = await import('./docs/sources.mjs');
const { commands, refusals } = await loadSources(['libs/contracts/src/catalogue', 'libs/contracts/src/refusals']);

/** Entries that are named like a command and decide none. */
const others = /\/(?:schedules\/answers|bulk-acts\/verdicts)/;
/** Parts of the program in which a decision never goes on: other streams, and doors. */
const isForeign = (declaration) =>
  /\/(?:contracts\/src|server\/src\/ingest)\//.test(declaration.getSourceFile().fileName) ||
  Boolean(declaration.name?.text?.endsWith('Decider'));

const config = ts.parseJsonConfigFileContent(
  ts.readConfigFile(inRoot('tsconfig.json'), (path) => ts.sys.readFile(path)).config,
  ts.sys,
  inRoot(),
);
const files = config.fileNames.filter(
  (name) => /\/(?:libs\/(?:contracts|domain|kernel)|apps\/server)\/src\//.test(name) && !/\.(?:spec|fixture)\.ts$/.test(name),
);
const program = ts.createProgram(files, config.options);
const checker = program.getTypeChecker();
const found = Object.fromEntries(Object.keys(commands).map((type) => [type, new Set()]));

for (const file of program.getSourceFiles())
  if (/\/(?:domain|server)\/src\//.test(file.fileName) && !others.test(file.fileName)) visitEntries(file);

const file = inRoot('libs', 'contracts', 'src', 'command-refusals.gen.ts');
const text = textOf();
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('libs/contracts/src/command-refusals.gen.ts is stale. Run: node scripts/command-refusals.mjs');
  process.exitCode = 1;
} else console.log('the refusals of commands are those of the program');

function textOf() {
  const lines = Object.entries(found).map(
    ([type, codes]) =>
      `  ${type}: [${[...codes]
        .toSorted()
        .map((code) => `'${code}'`)
        .join(', ')}],`,
  );
  return `// Written by scripts/command-refusals.mjs
import type { CommandType } from './catalogue.js';
import type { RefusalCode } from './refusals.js';

/** The refusals in which the decision of each command can end, beside those of every command. */
export const commandRefusals: Readonly<Record<CommandType, readonly RefusalCode[]>> = {
${lines.join('\n')}
};
`;
}

function visitEntries(node) {
  if (isEntry(node))
    collectCodes(ts.isShorthandPropertyAssignment(node) ? declarationsOf(node)[0] : node, found[node.name.text], new Set());
  ts.forEachChild(node, visitEntries);
}

function isEntry(node) {
  return (
    (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isMethodDeclaration(node)) &&
    (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) &&
    Object.hasOwn(found, node.name.text)
  );
}

/** Adds every code in a declaration and in all that it names. */
function collectCodes(node, codes, seen) {
  if (!node || seen.has(node)) return;
  seen.add(node);
  const visit = (inner) => {
    if (ts.isTypeNode(inner)) return;
    if (ts.isStringLiteralLike(inner) && Object.hasOwn(refusals, inner.text)) codes.add(inner.text);
    if (ts.isIdentifier(inner)) for (const declaration of declarationsOf(inner)) collectCodes(declaration, codes, seen);
    ts.forEachChild(inner, visit);
  };
  ts.forEachChild(node, visit);
}

function declarationsOf(node) {
  const shorthand = [node, node.parent].find((one) => ts.isShorthandPropertyAssignment(one));
  let symbol = shorthand ? checker.getShorthandAssignmentValueSymbol(shorthand) : checker.getSymbolAtLocation(node);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return (symbol?.declarations ?? []).filter(
    (declaration) =>
      !declaration.getSourceFile().isDeclarationFile &&
      !isForeign(declaration) &&
      [
        ts.isFunctionDeclaration,
        ts.isVariableDeclaration,
        ts.isMethodDeclaration,
        ts.isPropertyAssignment,
        ts.isShorthandPropertyAssignment,
      ].some((is) => is(declaration)),
  );
}
