// node scripts/logic.mjs [--instead FILE CONTENT]: prints the version of the rules.
import { insteadAsked } from './env/instead.mjs';
import { logicOf } from './env/logic.mjs';

console.log(await logicOf(insteadAsked(process.argv.slice(2))));
