const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`Tocsin needs Node.js 22.19 or newer; this is ${process.versions.node}. “npm start” downloads a newer one.`);
  process.exitCode = 1;
} else {
  const { boundMemory } = await import('./memory-bounds.js');
  boundMemory();
  const { run } = await import('./run.js');
  await run();
}
