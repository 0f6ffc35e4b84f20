import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from './run.mjs';

/** Tests need not wait for the disk, and only they connect. */
const settings = ['fsync=off', 'full_page_writes=off', 'unix_socket_directories=', 'listen_addresses=127.0.0.1'];

/**
 * One PostgreSQL for all files of a suite, because creating and starting one takes longer than most of them. Resolves to `{ env, stop }`, where the
 * environment has its address; to null if it does not start: then each file tries by itself, and reports it.
 */
export async function startPostgres(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const user = await userOf(folder);
    const port = await findFreePort();
    await must(join(programs, 'initdb'), ['--pgdata', folder, '--username=tocsin', '--auth=trust', ...collation, '--no-sync'], user);
    const server = await startProgram(
      join(programs, 'postgres'),
      ['-D', folder, '-p', port, ...settings.flatMap((one) => ['-c', one])],
      user,
    );
    const end = () => server.kill('SIGQUIT');
    process.once('exit', end);
    return {
      env: { POSTGRES_OF_RUN: JSON.stringify({ folder, url: `postgres://tocsin:tocsin@127.0.0.1:${port}` }) },
      stop: () =>
        new Promise((resolve) => {
          process.off('exit', end);
          server.once('close', () => resolve(remove()));
          end();
        }),
    };
  } catch (error) {
    remove();
    console.error(`PostgreSQL for all files of the suite did not start: ${String(error)}`);
    return null;
  }
}

const collation = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];

/** The user that PostgreSQL runs as, and that owns the folder: it refuses to run as root. */
async function userOf(folder) {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (which) => Number((await must('id', [which, 'postgres'])).trim())));
  chownSync(folder, uid, gid);
  return { uid, gid };
}

function startProgram(program, args, user) {
  const server = spawn(program, args.map(String), { stdio: ['ignore', 'ignore', 'pipe'], ...user });
  return new Promise((resolve, reject) => {
    let output = '';
    server.once('error', reject);
    server.once('close', () => reject(new Error(output)));
    server.stderr.on('data', (chunk) => {
      output = (output + chunk).slice(-10_000);
      if (output.includes('ready to accept connections')) resolve(server);
    });
  });
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
