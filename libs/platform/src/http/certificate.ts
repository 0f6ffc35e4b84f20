import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';

/** PEM text, as in the files. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** An instant. */
  readonly endsAt: string;
}

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** The message is a sentence for the operator. */
export class CertificateRefused extends Error {}

const day = 86_400_000;
const pollInterval = 2_000;
const warnBefore = 14 * day;

const read = (setting: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CertificateRefused(`${setting}: ${file} can’t be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error });
  }
};

const parseOrRefuse = <T>(setting: string, file: string, part: string, parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    throw new CertificateRefused(`${setting}: ${file} contains no ${part} in PEM.`, { cause: error });
  }
};

/** Throws CertificateRefused when a file can’t be read, when they don’t match, or when the certificate is not valid now. */
export const readCertificate = (files: CertificateFiles, now: Date): Certificate => {
  const cert = read('TOCSIN_TLS_CERT', files.cert);
  const key = read('TOCSIN_TLS_KEY', files.key);
  const leaf = parseOrRefuse('TOCSIN_TLS_CERT', files.cert, 'certificate', () => new X509Certificate(cert));
  const secret: KeyObject = parseOrRefuse('TOCSIN_TLS_KEY', files.key, 'private key without a passphrase', () => createPrivateKey(key));
  if (!leaf.checkPrivateKey(secret)) {
    throw new CertificateRefused(`TOCSIN_TLS_KEY: ${files.key} is not the key of the certificate in ${files.cert}.`);
  }
  if (leaf.validToDate < now) throw new CertificateRefused(`TOCSIN_TLS_CERT: ${files.cert} expired on ${leaf.validTo}.`);
  if (leaf.validFromDate > now) throw new CertificateRefused(`TOCSIN_TLS_CERT: ${files.cert} is not valid before ${leaf.validFrom}.`);
  return { cert, key, endsAt: leaf.validToDate.toISOString() };
};

export interface CertificateWatch {
  readonly use: (certificate: Certificate) => void;
  readonly onError: (error: Error) => void;
}

/** Reloads the certificate of a running server: an unusable one is reported, and the current one stays in use. */
export class CertificateKeeper {
  private timers: NodeJS.Timeout[] = [];
  private retry: NodeJS.Timeout | undefined;

  constructor(
    private readonly files: CertificateFiles,
    private current: Certificate,
    private readonly watch: CertificateWatch,
  ) {}

  start(): void {
    // by polling instead of notifications: symbolic links may be swapped, and network disks don’t notify
    for (const file of Object.values(this.files)) watchFile(file, { interval: pollInterval, persistent: false }, () => this.reload());
    this.timers = [setInterval(() => this.warn(), day).unref()];
    this.warn();
  }

  stop(): void {
    for (const file of Object.values(this.files)) unwatchFile(file);
    this.timers.forEach(clearInterval);
    clearTimeout(this.retry);
  }

  /** Two files are never replaced in the same instant: if they don’t match, they are read once more before that is reported. */
  reload(isSecondLook = false): void {
    clearTimeout(this.retry);
    try {
      const fresh = readCertificate(this.files, new Date());
      if (fresh.cert === this.current.cert && fresh.key === this.current.key) return;
      this.watch.use(fresh);
      this.current = fresh;
      this.warn();
    } catch (error) {
      if (isSecondLook) this.watch.onError(error as Error);
      else this.retry = setTimeout(() => this.reload(true), pollInterval).unref();
    }
  }

  private warn(): void {
    const { endsAt } = this.current;
    if (Date.parse(endsAt) - Date.now() > warnBefore) return;
    this.watch.onError(new Error(`The certificate in ${this.files.cert} expires on ${endsAt}. Renew it.`));
  }
}
