import { createHash } from 'node:crypto';
import { BackupRefused, hashOfFile } from './manifest.js';

export interface StoredObject {
  readonly name: string;
  readonly bytes: number;
}

/** What to store: bytes, or a file that may not fit into memory. */
export type Content = Buffer | { readonly file: string };

/**
 * Where backups lie: objects that appear whole or not at all. Names are paths of letters, digits, dots and dashes, relative to the place. Everything may
 * reject with BackupRefused, or with the error of the disk or the network.
 */
export abstract class BackupPlace {
  /** For people; without credentials. */
  abstract readonly address: string;
  /** The objects whose names start with this, in any order. Never unfinished ones. */
  abstract objects(start: string): Promise<readonly StoredObject[]>;
  abstract read(name: string): AsyncIterable<Uint8Array>;
  /** Deletes objects; one that is gone already is no error. */
  abstract remove(names: readonly string[]): Promise<void>;
  /** Removes what a killed program left unfinished of names that start with this. */
  abstract tidy(start: string): Promise<void>;
  protected abstract write(name: string, content: Content): Promise<void>;

  /** The names of the objects, sorted. */
  async list(start: string): Promise<readonly string[]> {
    return (await this.objects(start)).map(({ name }) => name).toSorted();
  }

  /**
   * Stores an object and reads it back. One that can’t be read back is removed, for its name alone would be believed; where even that fails, the next
   * run doubts it (`isInDoubt`).
   */
  async put(name: string, content: Content): Promise<void> {
    const sent = Buffer.isBuffer(content) ? createHash('sha256').update(content).digest('hex') : await hashOfFile(content.file);
    // one that could not be written has left what is there under that name as it was
    await this.write(name, content);
    try {
      const stored = createHash('sha256');
      for await (const chunk of this.read(name)) stored.update(chunk);
      if (stored.digest('hex') === sent) return;
      throw new BackupRefused(`${name} at ${this.address} is not what was sent there, and was removed. The next run sends it again.`);
    } catch (error) {
      // what went wrong first says more than what goes wrong then
      await this.remove([name]).catch(() => undefined);
      throw error;
    }
  }

  /** An object that is known to be small. */
  async bytesOf(name: string, most: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of this.read(name)) {
      bytes += chunk.byteLength;
      if (bytes > most) throw new BackupRefused(`${name} at ${this.address} is larger than anything that Tocsin writes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}
