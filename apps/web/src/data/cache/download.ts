import type { Problem } from '@tocsin/contracts/refusals.js';
import { ApiError } from './api.js';

/** The part received so far. */
export interface DownloadProgress {
  readonly bytes: number;
  readonly lines: number;
}

export interface File extends DownloadProgress {
  readonly blob: Blob;
  readonly name: string;
  /** Whether it was truncated because it became too large for a browser. */
  readonly isCut: boolean;
}

const maxBytes = 256 * 1024 * 1024;
const newline = 10;

/**
 * Reads a file of the API, part after part as their `Link` headers lead on, and says how far it has come. It has no deadline, because it may take
 * long; the signal cancels it. Throws ApiError.
 */
export async function download(path: string, signal: AbortSignal, onProgress: (progress: DownloadProgress) => void): Promise<File> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let [name, type] = ['', ''];
  let progress: DownloadProgress = { bytes: 0, lines: 0 };
  for (let next: string | undefined = `/api${path}`; next !== undefined;) {
    const { body, headers } = await partAt(next, signal);
    name ||= /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'export';
    type ||= headers.get('content-type') ?? '';
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    for await (const chunk of body) {
      chunks.push(chunk);
      progress = {
        bytes: progress.bytes + chunk.length,
        lines: progress.lines + chunk.reduce((count, byte) => count + (byte === newline ? 1 : 0), 0),
      };
      onProgress(progress);
    }
    if (progress.bytes > maxBytes && next !== undefined) return { ...progress, blob: new Blob(chunks, { type }), name, isCut: true };
  }
  return { ...progress, blob: new Blob(chunks, { type }), name, isCut: false };
}

async function partAt(path: string, signal: AbortSignal): Promise<{ body: AsyncIterable<Uint8Array<ArrayBuffer>>; headers: Headers }> {
  const answer = await fetch(path, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new ApiError(null);
  });
  if (!answer.ok || !answer.body) throw new ApiError((await answer.json().catch(() => null)) as Problem | null);
  return { body: chunksOf(answer.body), headers: answer.headers };
}

/** A stream is not iterable in every browser. */
async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Saves a file through the browser’s download. */
export function save({ blob, name }: Pick<File, 'blob' | 'name'>): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
