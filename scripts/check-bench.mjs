// Checks that every row of the bench can load what it measures, and runs rows to their end on a small size: those that start no server, or with
// `--servers` those that do. The rest needs a browser or PostgreSQL, or takes minutes on any size.
process.env.TOCSIN_BENCH_SMALL = '1';
const { inOneProcess, onServers, rows } = await import('./env/bench-rows.mjs');

const small = process.argv.includes('--servers') ? onServers : inOneProcess;
const faults = [];
for (const [name, load] of Object.entries(rows)) {
  const fault = await load()
    .then((row) => check(name, row))
    .catch((error) => error);
  if (fault) faults.push(`${name}: ${fault instanceof Error ? fault.stack : fault}`);
}
for (const fault of faults) console.error(`test/bench: ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);

async function check(name, row) {
  if (typeof row !== 'function') return 'its module has no such function';
  if (!small.includes(name)) return undefined;
  const lines = await row({ rounds: 1 });
  return lines.length > 0 ? undefined : 'it has no lines';
}
