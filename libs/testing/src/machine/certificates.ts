import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

const hour = 60 * 60 * 1_000;
const goodFor = 30 * 24 * hour;

/** Makes a self-signed certificate for this machine, valid from an hour ago for 30 days, as `<name>.crt` and `<name>.key` in a folder. */
export const makeCertificate = async (folder: string, name: string): Promise<CertificateFiles> => {
  const files = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  const altNames = [
    { type: 2, value: 'localhost' },
    { type: 7, ip: '127.0.0.1' },
  ] as const;
  const certificate = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    curve: 'P-256',
    // certificates have whole seconds, and the reader may have read the clock earlier
    notBeforeDate: new Date(Date.now() - hour),
    notAfterDate: new Date(Date.now() + goodFor),
    extensions: [{ name: 'subjectAltName', altNames: [...altNames] }],
  });
  writeFileSync(files.cert, certificate.cert);
  writeFileSync(files.key, certificate.private, { mode: 0o600 });
  return files;
};
