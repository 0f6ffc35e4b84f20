import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

const hour = 60 * 60 * 1_000;
const goodFor = 30 * 24 * hour;

/** A certificate for this machine, signed by itself and good for 30 days and since an hour, as `<name>.crt` and `<name>.key` in a folder. */
export const makeCertificate = async (folder: string, name: string): Promise<CertificateFiles> => {
  const files = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  const altNames = [
    { type: 2, value: 'localhost' },
    { type: 7, ip: '127.0.0.1' },
  ] as const;
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    curve: 'P-256',
    // a certificate names whole seconds, and its reader may have looked at the clock before
    notBeforeDate: new Date(Date.now() - hour),
    notAfterDate: new Date(Date.now() + goodFor),
    extensions: [{ name: 'subjectAltName', altNames: [...altNames] }],
  });
  writeFileSync(files.cert, made.cert);
  writeFileSync(files.key, made.private, { mode: 0o600 });
  return files;
};
