// contract: full, it plants faults into files that `npm run check` reads as they stand
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';

// No container engine runs where these tests do: without them, a fault in these files would be found at deployment.
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'tocsin-deployment-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Output of a check of `npm run check` for a file after a replacement; undefined: no fault. */
const checkWith = (check: string, file: string, [pattern, replacement]: readonly [RegExp, string]): string | undefined => {
  const text = readFileSync(file, 'utf8');
  const plantedText = text.replace(pattern, replacement);
  if (plantedText === text && replacement !== '') throw new Error(`${file} has no ${String(pattern)} to be replaced`);
  const copy = join(folder, basename(file));
  writeFileSync(copy, plantedText);
  const { status, stderr } = spawnSync(process.execPath, [`scripts/${check}.mjs`, copy], { encoding: 'utf8' });
  return status === 0 ? undefined : stderr;
};
const noReplacement = [/^$/, ''] as const;

const hasSystemd = (): boolean => {
  const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0;
  if (!isInstalled) sayNotRun('what systemd says of the unit: it is not installed here');
  return isInstalled;
};

describe('docker-compose.yml', () => {
  const checkFile = (...change: readonly [RegExp, string]) => checkWith('check-compose', 'docker-compose.yml', change);

  it('is fine as it stands', () => expect(checkFile(...noReplacement)).toBeUndefined());
  it.each([
    ['a key that Compose does not know', /healthcheck:/, 'healthchek:', 'must NOT have additional properties'],
    ['a word for a number', /retries: 24/, 'retries: many', 'healthcheck/retries must be number'],
    ['an image without a version', /24\.10\.0-bookworm-slim/, 'latest', 'is not pinned to a version'],
    ['a setting that the server does not read', /TOCSIN_URL:/, 'TOCSIN_URLL:', 'TOCSIN_URLL is not a server setting'],
    ['a secret', /\$\{TOCSIN_MASTER_KEY:.*/, 'c2VjcmV0', 'TOCSIN_MASTER_KEY is set in the file'],
    ['a service that nobody has', /^ {6}postgres: \{/m, '      postgre: {', 'server waits for postgre, which does not exist'],
    ['a health that nobody checks', /healthcheck:\n(.*\n){4}/, '\n', 'eventstore is healthy, which has no healthcheck'],
    ['capabilities', /cap_drop: \[ALL\]/, 'cap_drop: [NET_RAW]', 'server keeps capabilities'],
    ['a way to more privileges', /no-new-privileges:true/, 'seccomp:unconfined', 'postgres may gain privileges'],
    ['a file system that may be written to', /read_only: true/, 'read_only: false', 'eventstore may write to its own file system'],
    ['a volume that is not declared', /- eventstore:/, '- events:', 'the volume events is not declared'],
    ['what is no YAML', /^services:/m, 'services: [', 'docker-compose.yml:'],
  ])('is refused with %s', (_fault, pattern, replacement, message) => expect(checkFile(pattern, replacement)).toContain(message));
});

describe('docker-compose.embedded.yml', () => {
  const checkFile = (...change: readonly [RegExp, string]) => checkWith('check-compose', 'docker-compose.embedded.yml', change);

  it('is fine as it stands', () => expect(checkFile(...noReplacement)).toBeUndefined());
  it('is refused with a volume that is not declared', () =>
    expect(checkFile(/^volumes:.*/m, '')).toContain('the volume data is not declared'));
});

describe('the systemd unit', () => {
  const checkFile = (...change: readonly [RegExp, string]) => checkWith('check-unit', 'deploy/tocsin.service', change);
  const itWithSystemd = hasSystemd() ? it : it.skip;

  it('is fine as it stands', () => expect(checkFile(...noReplacement)).toBeUndefined());
  it.each([
    ['another program', /dist\/server\/main\.js/, 'dist/main.js', 'ExecStart does not start dist/server/main.js'],
    ['a user of many rights', /DynamicUser=yes/, 'User=root', 'DynamicUser is not “yes”'],
    ['a setting that the server does not read', /TOCSIN_DATA=/, 'TOCSIN_DATUM=', 'TOCSIN_DATUM is not a server setting'],
  ])('is refused with %s', (_fault, pattern, replacement, message) => expect(checkFile(pattern, replacement)).toContain(message));
  itWithSystemd('is refused with a word that systemd does not know', () =>
    expect(checkFile(/Restart=always/, 'Restarts=always')).toContain('Unknown key'),
  );
});

describe('the Dockerfile', () => {
  const checkFile = (...change: readonly [RegExp, string]) => checkWith('check-dockerfile', 'Dockerfile', change);

  it('is fine as it stands', () => expect(checkFile(...noReplacement)).toBeUndefined());
  it.each([
    ['root as its user', /^USER node$/m, '# nobody', 'it runs as root'],
    ['no health check', /^HEALTHCHECK .*\n.*$/m, '# none', 'it has no HEALTHCHECK in the last stage'],
    ['an image without a version', /node:24-slim/g, 'node:latest', 'node:latest is not pinned'],
    ['a shell before the server', /^CMD \[.*$/m, 'CMD node main.js', 'a shell would receive'],
    ['a stage that nobody has', /--from=build/, '--from=biuld', 'there is no stage biuld before it'],
    ['a file that is not there', /COPY package\.json package-lock/, 'COPY package.json packet-lock', 'there is no packet-lock.json'],
    ['an instruction that nobody knows', /^USER /m, 'USERS ', 'Unknown instruction'],
  ])('is refused with %s', (_fault, pattern, replacement, message) => expect(checkFile(pattern, replacement)).toContain(message));
});
