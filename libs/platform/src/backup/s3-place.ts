import { open, type FileHandle } from 'node:fs/promises';
import type { BucketAddress } from '@tocsin/contracts/backups/address.js';
import { S3mini } from 's3mini';
import { BackupPlace, type Content, type StoredObject } from './backup-place.js';
import { BackupRefused } from './manifest.js';

export interface S3Bucket extends BucketAddress {
  readonly keyId: string;
  readonly secret: string;
}

/** Milliseconds for one request: 8 MiB at 1 Mbit/s. */
const requestTimeout = 70_000;
/** Above it an object is sent in parts of this size. S3 takes none below 5 MiB. */
export const partBytes = 8 * 1024 * 1024;

/** A redirect would send the signature elsewhere, and it fits only the address that was signed. */
const fetchHere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });

/** A bucket of S3, or of what speaks like it. */
export class S3Place extends BackupPlace {
  readonly address: string;
  private readonly s3: S3mini;

  constructor(private readonly bucket: S3Bucket) {
    super();
    const { endpoint, bucket: name, prefix, region, keyId, secret } = bucket;
    this.address = `s3://${name}/${prefix}`;
    this.s3 = new S3mini({
      endpoint: `${endpoint.replace(/\/+$/, '')}/${name}`,
      region,
      accessKeyId: keyId,
      secretAccessKey: secret,
      requestAbortTimeout: requestTimeout,
      minPartSize: partBytes,
      fetch: fetchHere,
    });
  }

  async objects(start: string): Promise<readonly StoredObject[]> {
    const { prefix } = this.bucket;
    const objects = await this.asked(() => this.s3.listObjects('/', `${prefix}${start}`));
    if (objects === null) throw new BackupRefused(`There is no bucket ${this.bucket.bucket} at ${this.bucket.endpoint}.`);
    return objects.map(({ Key, Size }) => ({ name: Key.slice(prefix.length), bytes: Size }));
  }

  async *read(name: string): AsyncIterable<Uint8Array> {
    // in parts, each a request of its own: a whole object may take longer than one may last
    for (let from = 0; ;) {
      const { part, of } = await this.asked(() => this.readPart(name, from));
      yield part;
      from += part.byteLength;
      if (from >= of) return;
      if (part.byteLength === 0) throw new BackupRefused(`${name} at ${this.address} ends after ${from} of ${of} bytes.`);
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    // one by one: some stores do not know how to delete several in one request
    for (const name of names) await this.asked(() => this.s3.deleteObject(this.keyOf(name)));
  }

  /** Parts of an upload that was never finished are paid for, and never listed. */
  async tidy(start: string): Promise<void> {
    const answer = await this.asked(() => this.s3.listMultipartUploads('/', this.keyOf(start)));
    for (const { key, uploadId } of uploadsIn(answer)) {
      // some stores list all, whatever the prefix
      if (key.startsWith(this.keyOf(start))) await this.asked(() => this.s3.abortMultipartUpload(key, uploadId));
    }
  }

  protected async write(name: string, content: Content): Promise<void> {
    const key = this.keyOf(name);
    if (Buffer.isBuffer(content)) return void (await this.asked(() => this.s3.putAnyObject(key, content)));
    const handle = await open(content.file);
    try {
      const first = await partOf(handle, 0);
      await this.asked(async () => {
        if (first.byteLength < partBytes) await this.s3.putObject(key, first);
        else await this.writeParts(key, handle);
      });
    } finally {
      await handle.close();
    }
  }

  private async readPart(name: string, from: number): Promise<{ readonly part: Buffer; readonly of: number }> {
    const answer = await this.s3.getObjectRaw(this.keyOf(name), false, from, from + partBytes);
    const part = Buffer.from(await answer.arrayBuffer());
    // a store that has no ranges sends everything
    if (answer.status !== 206) return { part: part.subarray(from), of: part.byteLength };
    const of = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]);
    if (Number.isNaN(of)) throw new Error(`${name} has no length`);
    return { part, of };
  }

  /** One part in memory at a time. */
  private async writeParts(key: string, handle: FileHandle): Promise<void> {
    const uploadId = await this.s3.getMultipartUploadId(key);
    try {
      const parts = [];
      for (let number = 1; ; number += 1) {
        const part = await partOf(handle, number - 1);
        if (part.byteLength === 0) break;
        parts.push(await this.s3.uploadPart(key, uploadId, part, number));
      }
      await this.s3.completeMultipartUpload(key, uploadId, parts);
    } catch (error) {
      // the next start removes what can’t be removed now
      await this.s3.abortMultipartUpload(key, uploadId).catch(() => undefined);
      throw error;
    }
  }

  private keyOf(name: string): string {
    return `${this.bucket.prefix}${name}`;
  }

  /** The errors of the library name neither the place nor what to do. */
  private async asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      throw new BackupRefused(`${this.address} at ${this.bucket.endpoint}: ${reasonOf(error)}.`, { cause: error });
    }
  }
}

const partOf = async (handle: FileHandle, index: number): Promise<Buffer> => {
  const part = Buffer.alloc(partBytes);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < partBytes; filled += read) {
    ({ bytesRead: read } = await handle.read(part, filled, partBytes - filled, index * partBytes + filled));
  }
  return part.subarray(0, filled);
};

/** The field of this name; the library keeps the capitals of some stores and not of others. */
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    : undefined;

const uploadsIn = (answer: unknown): readonly { readonly key: string; readonly uploadId: string }[] => {
  const uploads = fieldOf(fieldOf(answer, 'ListMultipartUploadsResult') ?? answer, 'Upload');
  return (uploads === undefined ? [] : [uploads].flat()).map((upload) => ({
    key: String(fieldOf(upload, 'Key')),
    uploadId: String(fieldOf(upload, 'UploadId')),
  }));
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return cause ?? error.message;
};
