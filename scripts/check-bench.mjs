// Checks that every row of the bench can load what it measures, without running it.
import { rows } from './env/bench-rows.mjs';

const faults = [];
for (const [name, load] of Object.entries(rows)) {
  const row = await load().catch((error) => error);
  if (typeof row !== 'function') faults.push(`${name}: ${row instanceof Error ? row.message : 'its module has no such function'}`);
}
for (const fault of faults) console.error(`test/bench: ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
