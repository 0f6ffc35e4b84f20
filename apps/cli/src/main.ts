#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`Tocsin needs Node.js 22.19 or newer; this is ${process.versions.node}. “npm run tocsin” downloads a newer one.`);
  process.exitCode = 1;
} else {
  // the reader has closed the pipe (`| head`): finish the work all the same
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const { run } = await import('./run.js');
  process.exitCode = await run(process.argv.slice(2));
}
