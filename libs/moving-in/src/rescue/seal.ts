import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { RescueRefused } from './rescue-refused.js';

/** How much work a guess of the phrase takes. */
export const scryptCost = { N: 2 ** 17 };

const keyOf = (phrase: string, salt: Buffer, N: number): Buffer =>
  scryptSync(phrase, salt, 32, { N, r: 8, p: 1, maxmem: 512 * 1024 * 1024 });
const ivBytes = 12;
const tagBytes = 16;

/** What the folder keeps of a phrase: enough to tell whether one that is typed is the same. */
export interface SealSetting {
  readonly salt: string;
  /** Of scrypt. */
  readonly cost: number;
  readonly check: string;
}

/** Encrypts blocks under a phrase: AES-256-GCM, the key by scrypt. `place` is bound to the block, so that none can be moved. */
export class Seal {
  private constructor(
    private readonly key: Buffer,
    readonly setting: SealSetting,
  ) {}

  static create(phrase: string): Seal {
    const salt = randomBytes(16);
    const cost = scryptCost.N;
    const key = keyOf(phrase, salt, cost);
    const check = new Seal(key, { salt: '', cost, check: '' }).close(Buffer.from('rescue'), 'check').toString('base64');
    return new Seal(key, { salt: salt.toString('base64'), cost, check });
  }

  /** Throws RescueRefused for another phrase. */
  static open(phrase: string, setting: SealSetting): Seal {
    const seal = new Seal(keyOf(phrase, Buffer.from(setting.salt, 'base64'), setting.cost), setting);
    try {
      seal.open(Buffer.from(setting.check, 'base64'), 'check');
    } catch (error) {
      throw new RescueRefused('That is not the phrase of this folder.', { cause: error });
    }
    return seal;
  }

  close(block: Buffer, place: string): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(place));
    const closed = Buffer.concat([cipher.update(block), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), closed]);
  }

  /** Throws for a block that was changed or moved. */
  open(closed: Buffer, place: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.key, closed.subarray(0, ivBytes)).setAAD(Buffer.from(place));
    decipher.setAuthTag(closed.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(closed.subarray(ivBytes + tagBytes)), decipher.final()]);
  }
}
