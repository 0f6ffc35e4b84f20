import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate, type CertificateFiles } from '@tocsin/testing/machine/certificates.js';
import { CertificateKeeper, readCertificate } from './certificate.js';

let folder: string;
let certificateFiles: CertificateFiles;
let other: CertificateFiles;
let now: Date;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-certificate-'));
  certificateFiles = await makeCertificate(folder, 'mine');
  other = await makeCertificate(folder, 'other');
  now = new Date();
});
afterAll(() => rmSync(folder, { recursive: true }));

const inYears = (years: number): Date => new Date(now.getTime() + years * 365 * 86_400_000);

describe('a certificate', () => {
  it('is read with its key', () => {
    expect(readCertificate(certificateFiles, now).cert).toContain('BEGIN CERTIFICATE');
  });

  it('is refused with a sentence that names the file', () => {
    const empty = join(folder, 'empty');
    writeFileSync(empty, '');
    const refusalOf = (files: CertificateFiles, at = now) => {
      try {
        readCertificate(files, at);
        return 'nothing';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refusalOf({ ...certificateFiles, cert: join(folder, 'none') })).toBe(
      `TOCSIN_TLS_CERT: ${join(folder, 'none')} can’t be read (ENOENT).`,
    );
    expect(refusalOf({ ...certificateFiles, cert: empty })).toBe(`TOCSIN_TLS_CERT: ${empty} contains no certificate in PEM.`);
    expect(refusalOf({ ...certificateFiles, key: empty })).toBe(
      `TOCSIN_TLS_KEY: ${empty} contains no private key without a passphrase in PEM.`,
    );
    expect(refusalOf({ ...certificateFiles, key: other.key })).toBe(
      `TOCSIN_TLS_KEY: ${other.key} is not the key of the certificate in ${certificateFiles.cert}.`,
    );
    expect(refusalOf(certificateFiles, inYears(1))).toMatch(/^TOCSIN_TLS_CERT: .*mine\.crt expired on /);
    expect(refusalOf(certificateFiles, inYears(-1))).toMatch(/is not valid before /);
  });
});

describe('the keeper of a certificate', () => {
  const keeperOf = (files: CertificateFiles) => {
    const used: string[] = [];
    const troubles: string[] = [];
    const watch = { use: ({ cert }: { cert: string }) => used.push(cert), onError: (error: Error) => troubles.push(error.message) };
    return { used, troubles, keeper: new CertificateKeeper(files, readCertificate(certificateFiles, now), watch) };
  };

  it('takes another one into use, once', () => {
    const { keeper, used, troubles } = keeperOf(other);
    keeper.reload();
    keeper.reload();
    keeper.stop();
    expect([used.length, troubles]).toEqual([1, []]);
  });

  it('goes on with the old one when the new one can’t be used at a second look either', () => {
    const { keeper, used, troubles } = keeperOf({ ...certificateFiles, key: other.key });
    keeper.reload();
    expect(troubles).toEqual([]);
    keeper.reload(true);
    keeper.stop();
    expect([used, troubles]).toEqual([[], [expect.stringMatching(/is not the key of the certificate/)]]);
  });
});
