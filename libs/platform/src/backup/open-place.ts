import { resolve } from 'node:path';
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

const scheme = 's3://';
const form = 'Write it as s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION.';
const options = new Set(['endpoint', 'region']);

export const isBucket = (address: string): boolean => address.startsWith(scheme);

const endpointOf = (given: string | null, region: string): string => {
  if (given === null) return `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\/[^/?#@]+\/*$/.test(given)) throw new BackupRefused(`The endpoint “${given}” is no address of a server. ${form}`);
  return given;
};

/** Throws BackupRefused for an address that is none, or without credentials. */
export const bucketOf = ({ address, keyId, secret }: PlaceSettings): S3Bucket => {
  const [, bucket, path = '', query = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[\w/.-]*)?(?:\?(.*))?$/.exec(address) ?? [];
  if (bucket === undefined) throw new BackupRefused(`${address.split('?')[0]} is no address of a bucket. ${form}`);
  const given = new URLSearchParams(query);
  const unknown = [...given.keys()].find((name) => !options.has(name));
  if (unknown !== undefined) throw new BackupRefused(`“${unknown}” is not known in the address of a bucket. ${form}`);
  if (!keyId || !secret) throw new BackupRefused(`${scheme}${bucket} needs TOCSIN_BACKUP_KEY_ID and TOCSIN_BACKUP_SECRET.`);
  const region = given.get('region') ?? 'us-east-1';
  const names = path.split('/').filter((name) => name !== '');
  const prefix = names.map((name) => `${name}/`).join('');
  return { endpoint: endpointOf(given.get('endpoint'), region), bucket, prefix, region, keyId, secret };
};

/** Throws BackupRefused. */
export const openPlace = async (settings: PlaceSettings): Promise<BackupPlace> => {
  if (!isBucket(settings.address)) return new FolderPlace(resolve(settings.address));
  const bucket = bucketOf(settings);
  // loaded here alone: most installations have no bucket
  const { S3Place } = await import('./s3-place.js');
  return new S3Place(bucket);
};
