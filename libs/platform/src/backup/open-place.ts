import { resolve } from 'node:path';
import { isBucket, readBucketAddress } from '@tocsin/contracts/backups/address.js';
import type { BackupPlace } from './backup-place.js';
import { FolderPlace } from './folder-place.js';
import { BackupRefused } from './manifest.js';
import type { S3Bucket } from './s3-place.js';

/** Where backups go: `s3://bucket/prefix?endpoint=…&region=…`, or a folder. */
export interface PlaceSettings {
  readonly address: string;
  /** Of a bucket. */
  readonly keyId: string | undefined;
  readonly secret: string | undefined;
}

/** Throws BackupRefused for an address that is none, or without credentials. */
export const bucketOf = ({ address, keyId, secret }: PlaceSettings): S3Bucket => {
  const read = readBucketAddress(address);
  if ('problem' in read) throw new BackupRefused(read.problem);
  if (!keyId || !secret) throw new BackupRefused(`s3://${read.bucket} needs TOCSIN_BACKUP_KEY_ID and TOCSIN_BACKUP_SECRET.`);
  return { ...read, keyId, secret };
};

/** Throws BackupRefused. */
export const openPlace = async (settings: PlaceSettings): Promise<BackupPlace> => {
  if (!isBucket(settings.address)) return new FolderPlace(resolve(settings.address));
  const bucket = bucketOf(settings);
  // loaded here alone: most installations have no bucket
  const { S3Place } = await import('./s3-place.js');
  return new S3Place(bucket);
};
