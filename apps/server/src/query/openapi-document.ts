import { openApi } from './openapi.js';

const unnamed = JSON.stringify([{ url: '' }]);

/** The API’s document as bytes, made once: making it takes longer than an unauthenticated client may block the event loop. */
export class OpenApiDocument {
  private documentParts: readonly [string, string] | undefined;
  private cached: { readonly url: string; readonly bytes: Buffer } | undefined;

  constructor(private readonly version: string) {}

  /** The document with this public address; before set-up, the host name of the last browser. */
  of(url: string): Buffer {
    if (this.cached?.url !== url) {
      const [before, after] = (this.documentParts ??= this.splitDocument());
      this.cached = { url, bytes: Buffer.from(`${before}${JSON.stringify([{ url }])}${after}`) };
    }
    return this.cached.bytes;
  }

  private splitDocument(): readonly [string, string] {
    const [before = '', after = ''] = JSON.stringify(openApi({ version: this.version, url: '' })).split(unnamed, 2);
    return [before, after];
  }
}
