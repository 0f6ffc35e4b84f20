// node scripts/logic.mjs [--instead FILE CONTENT]: prints the version of the rules.
import { substituteFor } from './env/substitute.mjs';
import { logicOf } from './env/logic.mjs';

console.log(await logicOf(substituteFor(process.argv.slice(2))));
