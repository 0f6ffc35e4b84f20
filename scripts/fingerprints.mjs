// node scripts/fingerprints.mjs [--instead FILE CONTENT]: prints the fingerprints of the views of memory, as JSON.
import { fingerprintsOf } from './env/fingerprints.mjs';
import { insteadAsked } from './env/instead.mjs';

console.log(JSON.stringify(await fingerprintsOf(insteadAsked(process.argv.slice(2)))));
