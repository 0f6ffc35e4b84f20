import { createReadStream } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import type { Seal } from './seal.js';

/**
 * Lines in a file that only grows, by blocks: each a gzip member, so that `zcat` reads the whole; under a phrase each is
 * encrypted, behind its length. What is behind `bytes` was not finished when a run was killed, and does not count.
 */
export class BlockFile {
  constructor(
    readonly path: string,
    private readonly place: string,
    private readonly seal: Seal | null,
  ) {}

  /** Writes a block at `bytes`, through to the disk; returns where the next begins. */
  async append(lines: readonly string[], bytes: number): Promise<number> {
    const member = gzipSync(`${lines.join('\n')}\n`);
    const block = this.seal === null ? member : framed(this.seal.close(member, `${this.place} ${bytes}`));
    const file = await open(this.path, bytes === 0 ? 'w' : 'r+', 0o600);
    try {
      await file.truncate(bytes);
      await file.write(block, 0, block.length, bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    return bytes + block.length;
  }

  /** Throws where the file is shorter, or can’t be read as it was written. */
  async *lines(bytes: number): AsyncGenerator<string> {
    if (bytes === 0) return;
    yield* this.seal === null ? this.plainLines(bytes) : this.sealedLines(bytes, this.seal);
  }

  private async *plainLines(bytes: number): AsyncGenerator<string> {
    const text = pipeline(createReadStream(this.path, { end: bytes - 1 }), createGunzip(), () => {});
    let rest = '';
    for await (const chunk of text.setEncoding('utf8')) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  }

  private async *sealedLines(bytes: number, seal: Seal): AsyncGenerator<string> {
    const file = await open(this.path, 'r');
    try {
      for (let at = 0; at < bytes;) {
        const length = (await read(file, at, 4)).readUInt32BE();
        const member = gunzipSync(seal.open(await read(file, at + 4, length), `${this.place} ${at}`));
        yield* member.toString('utf8').trimEnd().split('\n');
        at += 4 + length;
      }
    } finally {
      await file.close();
    }
  }

  async cutTo(bytes: number): Promise<void> {
    await truncate(this.path, bytes);
  }
}

function framed(block: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(block.length);
  return Buffer.concat([length, block]);
}

async function read(file: Awaited<ReturnType<typeof open>>, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw new Error('the file ends in the middle of a block');
  return buffer;
}
