import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** A certificate for this machine, signed by itself and good for 30 days, as `<name>.crt` and `<name>.key` in a folder. */
export const makeCertificate = (folder: string, name: string): CertificateFiles => {
  const files = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', files.key];
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', '-days', '30', ...key, ...subject, '-out', files.cert], { stdio: 'pipe' });
  return files;
};
