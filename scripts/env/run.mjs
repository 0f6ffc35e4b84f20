import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/**
 * Runs a command to its end, optionally as another user. Resolves to `{ code, output }`; with `quiet` the output is captured, otherwise it goes to
 * the terminal (and is '').
 */
export function run(command, args, { quiet = false, env = {}, cwd = root, uid, gid } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      uid,
      gid,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/** Like `run` with captured output; throws with that output if the command failed. */
export async function must(command, args, options = {}) {
  const { code, output } = await run(command, args, { ...options, quiet: true });
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed (exit ${code})\n${output}`);
  return output;
}
