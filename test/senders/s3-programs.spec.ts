// senders: full, it runs the program of others
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import { openPlace } from '@tocsin/platform/backup/open-place.js';
import { tryPlace } from '@tocsin/platform/backup/try-place.js';
import { partBytes } from '@tocsin/platform/backup/s3-place.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import type { BackupsShown } from '@tocsin/contracts/backups/noun.js';
import { findProgram } from './programs.js';

const program = findProgram('moto/bin/moto_server');
const credentials = { keyId: 'AKIDEXAMPLE', secret: 'of the bucket' };
const bucket = 'tocsin-backups';
const region = 'eu-central-1';

/** The server on a free port that it names itself, and how to end it. */
const startMoto = async (path: string) => {
  const child = spawn(path, ['-H', '127.0.0.1', '-p', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const endpoint = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.on('exit', (code) => reject(new Error(`moto ended with ${code}: ${output}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, address] = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
      if (address) resolve(address);
    });
  });
  const end = () =>
    new Promise<void>((resolve) => {
      child.removeAllListeners('exit').on('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return { endpoint, end };
};

(program ? describe : describe.skip)('an S3 server of others, moto', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tocsin-s3-'));
  let moto: Awaited<ReturnType<typeof startMoto>>;
  const address = (): string => `s3://${bucket}/prod?endpoint=${moto.endpoint}&region=${region}`;
  const place = () => openPlace({ address: address(), ...credentials });

  beforeAll(async () => {
    moto = await startMoto(program!);
    const options = { endpoint: `${moto.endpoint}/${bucket}`, region };
    await new S3mini({ ...options, accessKeyId: credentials.keyId, secretAccessKey: credentials.secret }).createBucket();
  });
  afterAll(async () => {
    await moto.end();
    rmSync(dir, { recursive: true, force: true });
  });

  it('passes the test of a destination, and one without the bucket does not', async () => {
    expect(await tryPlace(place, 'one')).toEqual({ ok: true, step: null, why: null });
    const other = () => openPlace({ address: `s3://no-such-bucket?endpoint=${moto.endpoint}`, ...credentials });
    expect(await tryPlace(other, 'one')).toMatchObject({ ok: false, step: 'list' });
  });

  it('takes an object in parts, gives it back in ranges, lists sizes, and forgets what is removed', async () => {
    const there = await place();
    const file = join(dir, 'large');
    writeFileSync(file, randomBytes(2 * partBytes + 17));
    await there.put('a/large.tar', { file });
    expect(await there.objects('a/')).toEqual([{ name: 'a/large.tar', bytes: 2 * partBytes + 17 }]);
    expect((await there.bytesOf('a/large.tar', 2 ** 30)).equals(readFileSync(file))).toBe(true);
    await there.remove(['a/large.tar', 'a/never-there']);
    await there.tidy('a/');
    expect(await there.list('a/')).toEqual([]);
  });

  it('keeps what a server backs up, which comes back from there', async () => {
    const stage = await Stage.begin();
    try {
      await stage.generic({ summary: 'The disk is full', key: 'disk' });
      await stage.settle();
      await stage.ana.api.run('ConfigureBackups', { address: address(), ...credentials, everyMinutes: 10, keepDays: 30 });
      await stage.tocsin.advance('PT10M');
      const { body } = await stage.ana.api.request<BackupsShown>('GET', '/api/settings/backups');
      expect(body).toMatchObject({ failing: null, last: { stored: { bases: [{ head: body.last!.head }] } } });
      mkdirSync(join(dir, 'machine'));
      const data = join(dir, 'machine', 'restored');
      const keys = { TOCSIN_BACKUP_KEY_ID: credentials.keyId, TOCSIN_BACKUP_SECRET: credentials.secret };
      const args = ['restore', address(), '--master-key', join(stage.tocsin.data, 'vault', 'master.key')];
      const { code, output } = await runCommandLine(args, { TOCSIN_DATA: data, ...keys });
      expect([code, output]).toEqual([0, expect.stringContaining(`Restored ${body.last!.head} events`)]);
      expect(existsSync(join(data, 'log', 'log.db'))).toBe(true);
      // whoever starts this log again has no such server
      await stage.ana.api.run('TurnOffBackups', {});
    } finally {
      await stage.close();
    }
  });
});
