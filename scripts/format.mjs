import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { run } from './env/run.mjs';

await ensureNode();
await ensureInstall();
const { code } = await run(process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--write', '--cache', '--log-level=warn', '.']);
process.exitCode = code;
