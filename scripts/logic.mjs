// node scripts/logic.mjs: prints the version of the rules. `--instead FILE CONTENT`, for tests: as if this file held what that one holds.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { logicOf } from './env/logic.mjs';

const [option, file, content] = process.argv.slice(2);
const instead = option === '--instead' ? new Map([[resolve(file), readFileSync(content, 'utf8')]]) : undefined;
console.log(await logicOf(instead));
