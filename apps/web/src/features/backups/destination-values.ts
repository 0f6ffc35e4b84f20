import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import { isBucket, readBucketAddress, writeBucketAddress } from '@tocsin/contracts/backups/address.js';
import type { BackupsShown } from '@tocsin/contracts/backups/noun.js';
import * as backupLimits from '@tocsin/contracts/backups/limits.js';

type Place = 'folder' | 'bucket';

/** The fields of the form. */
export interface DestinationValues extends Record<string, string> {
  place: Place;
  folder: string;
  endpoint: string;
  bucket: string;
  prefix: string;
  region: string;
  keyId: string;
  secret: string;
  everyMinutes: string;
  keepDays: string;
}

const empty = { folder: '', endpoint: '', bucket: '', prefix: '', region: '' };

const placeOf = (address: string): Pick<DestinationValues, 'place' | keyof typeof empty> => {
  if (!isBucket(address)) return { ...empty, place: 'folder', folder: address };
  const read = readBucketAddress(address);
  if ('problem' in read) return { ...empty, place: 'bucket' };
  const { endpoint, bucket, prefix, region } = read;
  return { ...empty, place: 'bucket', endpoint, bucket, prefix: prefix.replace(/\/$/, ''), region };
};

export const initialOf = ({ destination }: Pick<BackupsShown, 'destination'>): DestinationValues => ({
  ...placeOf(destination?.address ?? ''),
  keyId: destination?.keyId ?? '',
  secret: '',
  everyMinutes: String(destination?.everyMinutes ?? backupLimits.everyMinutes.default),
  keepDays: String(destination?.keepDays ?? backupLimits.keepDays.default),
});

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

export const typedOf = ({ place, folder, endpoint, bucket, prefix, region, keyId, secret }: DestinationValues) =>
  place === 'folder'
    ? { address: folder.trim(), keyId: null }
    : {
        address: bucket.trim() === '' ? '' : writeBucketAddress({ endpoint, bucket, prefix, region }),
        keyId: keyId.trim() === '' ? null : keyId.trim(),
        ...(secret.trim() === '' ? {} : { secret }),
      };

export const requestOf = (values: DestinationValues): CommandInput<'ConfigureBackups'> => ({
  ...typedOf(values),
  everyMinutes: numberOf(values.everyMinutes),
  keepDays: numberOf(values.keepDays),
});
