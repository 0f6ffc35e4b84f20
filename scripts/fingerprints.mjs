// node scripts/fingerprints.mjs [--instead FILE CONTENT]: prints the fingerprints of the views of memory, as JSON.
import { fingerprintsOf } from './env/fingerprints.mjs';
import { substituteFor } from './env/substitute.mjs';

console.log(JSON.stringify(await fingerprintsOf(substituteFor(process.argv.slice(2)))));
