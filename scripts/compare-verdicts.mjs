// node scripts/compare-verdicts.mjs ONE.json OTHER.json: whether two runs of the same tests, as `jest --json` writes them, came to the same verdict on each.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { compareVerdicts } from './env/verdicts.mjs';

const [one, other] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const differences = compareVerdicts(one, other);
for (const { file, test, verdicts } of differences) console.log(`${relative('.', file)}: ${test}: ${verdicts.join(', then ')}`);
console.log(`${differences.length} of the verdicts differ`);
process.exitCode = differences.length > 0 ? 1 : 0;
