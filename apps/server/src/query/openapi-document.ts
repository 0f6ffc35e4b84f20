import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The document as it is sent: compressed for clients that accept that, which is a twentieth. */
export interface DocumentBytes {
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

const unnamed = JSON.stringify([{ url: '' }]);
const compress = promisify(gzip);

/** Written by the build, beside the program: making it takes longer than any request may block the event loop. */
const readBuilt = (): Promise<string> => readFile(new URL('openapi.json', import.meta.url), 'utf8');

/** The API’s document as bytes, with the public address; before set-up, that of the last browser. */
export class OpenApiDocument {
  private cached: { readonly url: string; readonly bytes: Promise<DocumentBytes> } | undefined;

  constructor(private readonly read: () => Promise<string> = readBuilt) {}

  of(url: string): Promise<DocumentBytes> {
    if (this.cached?.url !== url) {
      const bytes = this.build(url);
      // read again the next time
      bytes.catch(() => (this.cached = undefined));
      this.cached = { url, bytes };
    }
    return this.cached.bytes;
  }

  private async build(url: string): Promise<DocumentBytes> {
    const [before = '', after = ''] = (await this.read()).split(unnamed, 2);
    const plain = Buffer.from(`${before}${JSON.stringify([{ url }])}${after}`);
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
    return { plain, gzip: await compress(plain, { level: 9 }), etag };
  }
}
